import { batchRefusals } from './bulk/batches.ts'
import { exportRefusals } from './bulk/exports.ts'
import { importRefusals } from './bulk/imports.ts'
import { contentCategoryRefusals } from './content/categories.ts'
import { entryChangeRefusals } from './content/changes.ts'
import { deliveryRefusals } from './content/delivery.ts'
import { entryLinkRefusals } from './content/entry-links.ts'
import { entryRefusals } from './content/entry-refusals.ts'
import { mediaRefusals } from './content/media.ts'
import { mediaPresetRefusals } from './content/media-presets.ts'
import { contentModelRefusals } from './content/models.ts'
import { contentViewRefusals } from './content/views.ts'
import { externalIdRefusals } from './external-id.ts'
import { customFieldRefusals } from './fields/custom-fields.ts'
import { fileRefusals } from './files/files.ts'
import { resumableUploadRefusals } from './files/resumable-uploads.ts'
import { gapRefusals } from './help/knowledge-gaps.ts'
import { knowledgeBaseRefusals } from './knowledge-base/categories.ts'
import { redirectRefusals } from './knowledge-base/redirects.ts'
import { peopleRefusals } from './overview/people.ts'
import { followingRefusals } from './search/following.ts'
import { queryRefusals } from './search/query.ts'
import { ticketChangeRefusals } from './tickets/changes.ts'
import { followerRefusals } from './tickets/followers.ts'
import { ticketFormRefusals } from './tickets/forms.ts'
import { linkRefusals } from './tickets/links.ts'
import { macroRefusals } from './tickets/macros.ts'
import { mergingRefusals } from './tickets/merging.ts'
import { requestCopyRefusals } from './tickets/people.ts'
import { problemReplyRefusals } from './tickets/problems.ts'
import { ticketRefusals } from './tickets/refusals.ts'
import { sideConversationRefusals } from './tickets/side-conversations.ts'
import { ticketStatusRefusals } from './tickets/statuses.ts'
import { ticketTagRefusals } from './tickets/tags.ts'
import { ticketTeamRefusals } from './tickets/teams.ts'
import { ticketViewRefusals } from './tickets/views.ts'
import { visitorRequestRefusals } from './tickets/visitor-requests.ts'
import { addressChangeRefusals } from './workspace/address-change.ts'
import { apiKeyRefusals } from './workspace/api-keys.ts'
import { companyRefusals } from './workspace/companies.ts'
import { customerRefusals } from './workspace/customers.ts'
import { identityRefusals } from './workspace/identity.ts'
import { workspaceRefusals } from './workspace/settings.ts'
import { teamRefusals, unsolicitedMailRefusals } from './workspace/team.ts'
import { commentRefusals } from './writing/comments.ts'

export const refusals = {
  ...identityRefusals,
  ...addressChangeRefusals,
  ...workspaceRefusals,
  ...teamRefusals,
  ...companyRefusals,
  ...customerRefusals,
  ...peopleRefusals,
  ...externalIdRefusals,
  ...followingRefusals,
  ...queryRefusals,
  ...ticketRefusals,
  ...customFieldRefusals,
  ...unsolicitedMailRefusals,
  ...requestCopyRefusals,
  ...ticketChangeRefusals,
  ...ticketViewRefusals,
  ...macroRefusals,
  ...mergingRefusals,
  ...linkRefusals,
  ...problemReplyRefusals,
  ...followerRefusals,
  ...sideConversationRefusals,
  ...ticketFormRefusals,
  ...visitorRequestRefusals,
  ...ticketStatusRefusals,
  ...ticketTagRefusals,
  ...ticketTeamRefusals,
  ...fileRefusals,
  ...knowledgeBaseRefusals,
  ...redirectRefusals,
  ...gapRefusals,
  ...contentModelRefusals,
  ...contentCategoryRefusals,
  ...contentViewRefusals,
  ...batchRefusals,
  ...importRefusals,
  ...exportRefusals,
  ...entryRefusals,
  ...entryChangeRefusals,
  ...entryLinkRefusals,
  ...commentRefusals,
  ...deliveryRefusals,
  ...apiKeyRefusals,
  ...mediaRefusals,
  ...mediaPresetRefusals,
  ...resumableUploadRefusals,
  invalid: { status: 400, text: 'Some of the input is not valid' },
  'cut-short': { status: 400, text: 'The connection ended before the whole request arrived. Send it again.' },
  'malformed-json': { status: 400, text: 'The body is not valid JSON' },
  'condition-not-taken': {
    status: 400,
    text: 'This call does not take If-Match, because its result has no ETag. Remove the header and try again.',
  },
  'duplicate-cookie': {
    status: 400,
    text: 'This request carries a cookie twice. Clear the cookies of this site and try again.',
  },
  'not-signed-in': { status: 401, text: 'Your session has ended. Sign in again.' },
  'key-unknown': { status: 401, text: 'This API key does not exist, has expired or was revoked' },
  'not-allowed': { status: 403, text: 'Your role does not allow this' },
  'scope-missing': { status: 403, text: 'This API key lacks the scope for this' },
  'wrong-workspace': { status: 403, text: 'You are signed in to another workspace. Sign in to this workspace.' },
  'cross-site': { status: 403, text: 'This request did not come from a page of this site' },
  'not-found': { status: 404, text: 'There is nothing at this address' },
  'method-not-allowed': { status: 405, text: 'This address does not take that method' },
  conflict: {
    status: 409,
    text: 'Somebody else changed the same part, so nothing was saved. Choose which change to keep.',
  },
  'changed-meanwhile': {
    status: 412,
    text: 'This was changed by somebody else meanwhile. Load it again and repeat your change.',
  },
  'still-at-work': {
    status: 409,
    text: 'The first call with this Idempotency-Key is still running. Try again in a moment.',
  },
  'too-large': { status: 413, text: 'The request is too large' },
  'address-too-long': { status: 414, text: 'This address is too long' },
  'unsupported-media-type': { status: 415, text: 'This address does not take that content type' },
  'key-reused': { status: 422, text: 'This Idempotency-Key was used for another request' },
  'too-many-requests': { status: 429, text: 'Too many requests. Wait a moment and try again.' },
  'headers-too-large': {
    status: 431,
    text: 'This request carries too many headers or cookies. Clear the cookies of this site and try again.',
  },
  'took-too-long': {
    status: 503,
    text: 'This took too long and was stopped. Ask for less at once, or try again in a moment.',
  },
  unavailable: { status: 503, text: 'The database does not answer right now. Try again in a moment.' },
  stopping: { status: 503, text: 'The server is restarting. Try again in a moment.' },
} as const

export type RefusalCode = keyof typeof refusals

export type Problem = {
  type: string
  title: string
  status: number
  detail: string
  code: string
  requestId?: string
  fields?: Record<string, string>
}
