import { mostBatches, mostInBatch } from '#contract/bulk/batches.ts'
import { mostImports } from '#contract/bulk/imports.ts'
import { mostContentCategories } from '#contract/content/categories.ts'
import { mostEntryLinks } from '#contract/content/entry-links.ts'
import { mostFolders } from '#contract/content/media-folders.ts'
import { mostPresets } from '#contract/content/media-presets.ts'
import { mostFields, mostModels } from '#contract/content/models.ts'
import { mostViews } from '#contract/content/views.ts'
import { mostCustomFields, mostKeptCustomFields } from '#contract/fields/custom-field-values.ts'
import { keysOf } from '#contract/keys-of.ts'
import { mostCategories } from '#contract/knowledge-base/categories.ts'
import { mostSynonyms } from '#contract/knowledge-base/search.ts'
import { type RefusalCode, refusals } from '#contract/refusals.ts'
import { mostFollowers } from '#contract/tickets/followers.ts'
import { mostKeptTicketForms, mostTicketForms } from '#contract/tickets/forms.ts'
import { mostIncidents, mostLinks } from '#contract/tickets/links.ts'
import { mostOwnMacros, mostSharedMacros } from '#contract/tickets/macro-values.ts'
import { mostMerged } from '#contract/tickets/merging.ts'
import { mostFilesOfMessage } from '#contract/tickets/message-text.ts'
import { mostSideConversations } from '#contract/tickets/side-conversations.ts'
import { mostStatuses } from '#contract/tickets/statuses.ts'
import { mostTeams } from '#contract/tickets/teams.ts'
import { mostOwnViews, mostSharedViews } from '#contract/tickets/view-values.ts'
import { mostAddressChanges } from '#contract/workspace/address-change.ts'
import { mostKeys } from '#contract/workspace/api-keys.ts'
import { mostCommentBytes, mostComments, mostRemarks } from '#contract/writing/comments.ts'
import { mostOpen } from '#server/files/resumable/receive.ts'
import { mostUploadsAnHour } from '#server/files/uploads/upload-files.ts'
import { mostPatterns, mostRedirects } from '#server/knowledge-base/redirects/change-redirects.ts'
import { byteLimits } from '#server/platform/http/input/spend-bytes.ts'
import { countedLimits, limits, limitsAtOnce } from '#server/platform/http/limits.ts'
import { readSettings } from '#server/platform/settings/settings.ts'
import { limitsOfWorkspace } from '#server/tickets/outgoing-mail/deliveries/send-outgoing.ts'
import { mostByRequester, mostRecipients } from '#server/tickets/ticket/change-copies.ts'
import { mostTags } from '#server/tickets/ticket/change-ticket.ts'
import { mostCompanies } from '#server/workspace/companies/write-company.ts'
import { mostFailuresPerNetworkHour } from '#server/workspace/identity/sign-in/check-code.ts'
import { mostPerNetworkHour } from '#server/workspace/identity/sign-in/send-code.ts'
import { drawPart } from './draw-part.ts'

const limitsHead = `| Name | At most | In a | Of a | What counts |
|---|---|---|---|---|
`

export function drawLimits(page: string): string {
  const calls = [...Object.values(limits), ...Object.values(countedLimits)].map(({ name, most, perMs, of, counts }) => [
    ...[`\`${name}\``, most.toLocaleString('en'), timeOf(perMs)],
    ...[of === 'caller' ? 'session or key; network without one' : of, counts],
  ])
  const bytes = Object.values(byteLimits).flatMap((kinds) =>
    Object.values(kinds).flatMap((kept) =>
      Object.entries(kept).map(([of, { name, most, perMs }]) => [
        ...[`\`${name}\``, `${(most / 1_000_000).toLocaleString('en')} MB`, timeOf(perMs), of, 'Stored bytes'],
      ]),
    ),
  )
  const atOnce = Object.values(limitsAtOnce).map(({ name, most, of, counts }) => [
    ...[`\`${name}\``, most.toLocaleString('en'), 'process, at once', of, counts],
  ])
  const rows = [...calls, ...bytes, ...atOnce].map((row) => `| ${row.join(' | ')} |\n`)
  return drawPart(page, 'limits', limitsHead + rows.join(''))
}

const timeOf = (ms: number) => (ms === 60_000 ? 'minute' : ms === 3_600_000 ? 'hour' : 'day')

type QuotaCode = Exclude<
  Extract<RefusalCode, `too-many-${string}` | 'storage-full' | 'batch-too-large'>,
  'too-many-requests'
>
type Quota = { most: number | string; of: string; counts: string }

const open = readSettings({ REGISTRATION: 'open' })
const closed = readSettings({ REGISTRATION: 'closed' })
const written = (number: number) => number.toLocaleString('en')
const among = (whenOpen: number, otherwise: number | null) =>
  `${written(whenOpen)} while registration is open, otherwise ${otherwise === null ? 'no limit' : written(otherwise)}`

const quotas: Record<QuotaCode, Quota> = {
  'storage-full': {
    most: `${open.mostStoredBytes / 1024 ** 3} GB (\`STORAGE_QUOTA_GB\`)`,
    of: 'workspace',
    counts: 'Total size of uploaded files; incoming mail is never refused for it',
  },
  'too-many-open-uploads': { most: mostOpen, of: 'person', counts: 'Resumable uploads in progress' },
  'too-many-files': { most: mostFilesOfMessage, of: 'message', counts: 'Files and pictures' },
  'too-many-recipients': { most: mostRecipients, of: 'answer', counts: 'Recipients of its mail' },
  'too-many-copies': { most: mostByRequester, of: 'request', counts: 'People whom the customer added in copy' },
  'too-many-followers': { most: mostFollowers, of: 'ticket', counts: 'Members who follow it' },
  'too-many-links': { most: mostLinks, of: 'ticket', counts: 'Links to other tickets' },
  'too-many-incidents': { most: written(mostIncidents), of: 'problem', counts: 'Incidents' },
  'too-many-side-conversations': { most: mostSideConversations, of: 'ticket', counts: 'Side conversations' },
  'too-many-merged': { most: mostMerged, of: 'ticket', counts: 'Tickets that were merged into it' },
  'too-many-tags': { most: mostTags, of: 'ticket', counts: 'Tags' },
  'too-many-companies': { most: mostCompanies, of: 'customer', counts: 'Companies' },
  'too-many-ticket-forms': {
    most: `${mostTicketForms}, and ${mostKeptTicketForms} with archived ones`,
    of: 'workspace',
    counts: 'Forms for requests',
  },
  'too-many-teams': { most: mostTeams, of: 'workspace', counts: 'Teams' },
  'too-many-statuses': { most: mostStatuses, of: 'workspace', counts: 'Statuses of tickets' },
  'too-many-unsolicited': {
    most: `${among(open.mailBounds.workspace, closed.mailBounds.workspace)}; ${open.mailBounds.newWorkspace} in the first week of a workspace while it is open`,
    of: 'workspace and day',
    counts: 'Mails to people who never wrote to it',
  },
  'too-many-unsolicited-of-all': {
    most: among(open.mailBounds.installation!, closed.mailBounds.installation),
    of: 'installation and day',
    counts: 'Mails to people who never wrote to the workspace that mails them',
  },
  'too-many-codes': {
    most: `${mostPerNetworkHour.strangers}; ${mostPerNetworkHour.members} to addresses of members`,
    of: 'network and hour',
    counts: 'Requested sign-in codes that were not used',
  },
  'too-many-tries': { most: mostFailuresPerNetworkHour, of: 'network and hour', counts: 'Wrong sign-in codes' },
  'too-many-address-changes': { most: mostAddressChanges, of: 'person and day', counts: 'Codes for a new address' },
  'too-many-api-keys': { most: mostKeys, of: 'workspace', counts: 'API keys that are not revoked' },
  'too-many-categories': { most: mostCategories, of: 'knowledge base', counts: 'Categories' },
  'too-many-redirects': { most: mostRedirects, of: 'knowledge base', counts: 'Redirects' },
  'too-many-patterns': { most: mostPatterns, of: 'knowledge base', counts: 'Redirects that are patterns' },
  'too-many-synonyms': { most: mostSynonyms, of: 'knowledge base', counts: 'Synonyms' },
  'too-many-remarks': {
    most: mostRemarks,
    of: 'article and member',
    counts: 'Open remarks of a member who can only read it',
  },
  'too-many-comments': {
    most: `${written(mostComments)}, and ${mostCommentBytes / 1000} kB of them`,
    of: 'article or entry',
    counts: 'Comments',
  },
  'too-many-models': { most: mostModels, of: 'workspace', counts: 'Content models and components' },
  'too-many-fields': { most: mostFields, of: 'model', counts: 'Fields' },
  'too-many-custom-fields': {
    most: `${mostCustomFields}, and ${mostKeptCustomFields} with archived ones`,
    of: 'workspace',
    counts: 'Custom fields of tickets',
  },
  'too-many-content-categories': { most: mostContentCategories, of: 'workspace', counts: 'Categories of content' },
  'too-many-content-views': { most: mostViews, of: 'person', counts: 'Saved lists of entries' },
  'too-many-own-macros': { most: mostOwnMacros, of: 'person', counts: 'Macros for the person alone' },
  'too-many-shared-macros': { most: mostSharedMacros, of: 'workspace', counts: 'Macros for the team' },
  'too-many-own-views': { most: mostOwnViews, of: 'person', counts: 'Views of tickets for the person alone' },
  'too-many-shared-views': { most: mostSharedViews, of: 'workspace', counts: 'Views of tickets for the team' },
  'too-many-entry-links': { most: mostEntryLinks, of: 'entry', counts: 'Active links to its draft' },
  'too-many-folders': { most: mostFolders, of: 'workspace', counts: 'Folders of the media library' },
  'too-many-media-presets': { most: mostPresets, of: 'workspace', counts: 'Presets of pictures' },
  'too-many-batches': {
    most: mostBatches,
    of: 'workspace',
    counts: 'Running batches of more than 25 items; one per person',
  },
  'batch-too-large': { most: mostInBatch, of: 'batch', counts: 'Items that it changes' },
  'too-many-imports': { most: mostImports, of: 'workspace', counts: 'Running imports' },
}

/** Limits without their own error code. Work over a limit waits or is refused with `too-many-requests`. */
const withoutCode: Quota[] = [
  {
    most: mostUploadsAnHour,
    of: 'workspace and hour',
    counts: 'Uploaded files; more are refused with 429 `too-many-requests`',
  },
  ...limitsOfWorkspace.map(({ name, most }) => ({
    most,
    of: name.endsWith('day') ? 'workspace and day' : 'workspace and hour',
    counts: 'Outgoing mails; more wait',
  })),
]

const head = `| Error code | Status | Limit | Per | What counts |
|---|---|---|---|---|
`

export function drawQuotas(page: string): string {
  const rows = [
    ...keysOf(quotas).map((code) => [`\`${code}\``, refusals[code].status, ...cellsOf(quotas[code])]),
    ...withoutCode.map((quota) => ['–', '–', ...cellsOf(quota)]),
  ]
  return drawPart(page, 'quotas', head + rows.map((row) => `| ${row.join(' | ')} |\n`).join(''))
}

const cellsOf = (quota: Quota) => [amountOf(quota), quota.of, quota.counts]
const amountOf = ({ most }: Quota) => (typeof most === 'number' ? written(most) : most)

export const quotaSentences = keysOf(quotas).map((code) => ({
  code,
  most: amountOf(quotas[code]),
  text: refusals[code].text,
}))
