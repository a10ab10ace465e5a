import { z } from 'zod'
import { endpoint, Id, idParams, line, Nothing, settingsBody, Time, Whole } from '#contract/endpoint.ts'
import { File } from '#contract/files/files.ts'
import { Language } from '#contract/workspace/languages.ts'
import {
  afterMacro,
  inputKinds,
  mostFilesOfMacro,
  mostMacroActions,
  mostMacroInputs,
  mostOfMacroText,
  mostOfWords,
  mostOwnMacros,
  mostPendingBytes,
  mostPendingChanges,
  mostSharedMacros,
  mostTeamsOfMacro,
  snoozeDays,
  snoozeUnits,
} from './macro-values.ts'
import { tooLong } from './message-text.ts'
import { RemovedTags, ticketFields } from './tickets.ts'

export const macroRefusals = {
  'macro-not-found': { status: 404, text: 'There is no such macro' },
  'macro-broken': { status: 409, text: 'The macro names something that does not exist any more. Change it first.' },
  'macro-name-taken': { status: 409, text: 'Another macro has this name' },
  'macro-reserved': { status: 403, text: 'Only admins can manage shared macros' },
  'too-many-own-macros': { status: 409, text: `You have ${mostOwnMacros} macros of your own. Delete one first.` },
  'too-many-shared-macros': { status: 409, text: `The team has ${mostSharedMacros} shared macros. Delete one first.` },
  'macro-too-large': {
    status: 400,
    text: 'The actions and inputs of a macro have at most 64 kB together. Shorten a value.',
  },
  'variables-unfilled': { status: 409, text: 'The message has variables without a value. Write the words instead.' },
} as const

const member = z.union([z.literal('me'), Id]).describe('`me` is who applies the macro')

const Action = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('set'),
    field: z
      .string()
      .max(60)
      .describe('`status`, `statusId`, `priority`, `type`, `assignee`, `team`, or `field.KEY` for a field of tickets'),
    value: z
      .unknown()
      .describe('The value as in `PATCH /tickets/{id}`. For `assignee` also `me`, who applies the macro'),
  }),
  z.strictObject({ kind: z.literal('add_tags'), tags: ticketFields.tags.min(1, 'Enter a tag') }),
  z.strictObject({ kind: z.literal('remove_tags'), tags: RemovedTags.min(1, 'Enter a tag') }),
  z.strictObject({
    kind: z.literal('snooze'),
    until: z.union([
      z.strictObject({ amount: z.int().min(1).max(365), unit: z.enum(snoozeUnits) }),
      z.strictObject({ next: z.enum(snoozeDays) }),
    ]),
  }),
  z.strictObject({ kind: z.literal('add_follower'), member }),
  z.strictObject({
    kind: z.literal('link_to_problem'),
    problem: Id.describe('The problem that the ticket becomes an incident of'),
    number: Whole.positive().optional().describe('The number of the problem. The answer has it, a request need not'),
  }),
])
export type MacroAction = z.output<typeof Action>

/** Changes of applied macros. They belong to a draft until its message is sent. */
export const PendingMacro = z
  .strictObject({
    name: line(200).describe('Names of the macros'),
    afterwards: z.enum(afterMacro).describe('What the page shows after the message was sent'),
    changes: z
      .array(
        z.strictObject({
          action: Action.nullable().describe('null: the tag that it names was deleted, so `words` is left out'),
          words: line(mostOfWords).describe('The change in words. They name it if it is not possible any more'),
        }),
      )
      .min(1)
      .max(mostPendingChanges, `A draft keeps at most ${mostPendingChanges} changes of macros`),
  })
  .refine(
    (pending) => new TextEncoder().encode(JSON.stringify(pending)).length <= mostPendingBytes,
    `The changes of macros have at most ${mostPendingBytes / 1024} kB together`,
  )
export type PendingMacro = z.output<typeof PendingMacro>

const Input = z
  .strictObject({
    key: z
      .string()
      .regex(
        /^[a-z][a-z0-9_]{0,39}$/,
        'Use up to 40 lower-case letters, digits and underscores, beginning with a letter',
      )
      .describe('Its variable is `{{input.KEY}}`'),
    label: line(80).min(1, 'Enter a label'),
    kind: z.enum(inputKinds),
    options: z.array(line(80).min(1, 'Enter an option')).max(50).default([]).describe('The choices of a `select`'),
  })
  .refine(({ kind, options }) => kind !== 'select' || options.length > 0, { path: ['options'], error: 'Add an option' })
export type MacroInput = z.output<typeof Input>

const MacroHtml = z.string().max(mostOfMacroText, tooLong(mostOfMacroText))

const isEachOnce = (ids: readonly string[]) => new Set(ids).size === ids.length

const fields = z.strictObject({
  name: line(80).min(1, 'Enter a name').describe('`Folder / Name` puts the macro into a folder'),
  visibility: z
    .enum(['me', 'teams', 'everyone'])
    .describe(
      '`me`: only the author sees it. `teams`: also the members of `teams` and admins. `everyone`: all members',
    ),
  teams: z
    .array(Id)
    .max(mostTeamsOfMacro, `A macro can have at most ${mostTeamsOfMacro} teams`)
    .refine(isEachOnce, 'Name each team once')
    .describe('With the visibility `teams`: ids of the teams that see the macro. Otherwise empty'),
  actions: z
    .array(Action)
    .max(mostMacroActions, `A macro has at most ${mostMacroActions} actions`)
    .describe('What the macro changes, in this order'),
  inputs: z
    .array(Input)
    .max(mostMacroInputs, `A macro has at most ${mostMacroInputs} inputs`)
    .refine((all) => new Set(all.map(({ key }) => key)).size === all.length, 'Two inputs have the same key')
    .describe('Values that are asked when the macro is applied'),
  text: MacroHtml.describe('HTML, which is sanitized, with variables such as `{{customer.first_name | "there"}}`'),
  texts: z
    .record(Language, MacroHtml)
    .refine((texts) => Object.keys(texts).length <= 20, 'A macro has at most 20 further languages')
    .describe('The text in further languages. A customer of another language gets `text`'),
  textKind: z.enum(['reply', 'note']),
  attachments: z
    .array(Id)
    .max(mostFilesOfMacro, `A macro has at most ${mostFilesOfMacro} files`)
    .refine(isEachOnce, 'Name each file once')
    .describe('Ids of files that messages get with the text: your uploads, or files that the macro has'),
  afterwards: z
    .enum(afterMacro)
    .describe('What the page shows after the macro: the same ticket, the next one or the list'),
})

const facts = {
  id: Id,
  attachments: z.array(File).describe('Files that messages get with the text'),
  missing: z
    .string()
    .nullable()
    .describe('What the actions name that does not exist any more. Such a macro cannot be applied'),
  usedCount: z.object({ days7: z.int(), days30: z.int() }).describe('How often the team applied it'),
  lastUsedAt: Time.nullable().describe('When the caller applied it, in the last 30 days'),
  isMine: z.boolean(),
  canChange: z.boolean(),
  author: z.string().describe('Name of the author'),
  createdAt: Time,
  updatedAt: Time,
}

export const Macro = fields.extend(facts)
export type Macro = z.output<typeof Macro>

export const MacroRow = z.object({
  ...fields.pick({ name: true, visibility: true, teams: true, textKind: true }).shape,
  ...facts,
  hasActions: z.boolean().describe('Without actions, it is a canned reply'),
  snippet: z.string().describe('The beginning of the text. Empty if the macro has none'),
  languages: z.array(z.string()).describe('Languages of its further texts'),
})
export type MacroRow = z.output<typeof MacroRow>

const path = '/api/v1/macros'
const macroWrite = { for: ['team', 'key'], scope: 'tickets:write', counts: 'write', needs: [] } as const
const saveRefusals = [
  'macro-name-taken',
  'macro-reserved',
  'macro-too-large',
  'too-many-own-macros',
  'too-many-shared-macros',
  'status-not-found',
  'team-not-found',
  'member-not-found',
  'not-a-problem',
  'custom-values-too-large',
  'file-not-found',
  'files-too-large',
] as const

export const listMacros = endpoint({
  method: 'GET',
  path,
  for: ['team', 'key'],
  scope: 'tickets:read',
  counts: 'search',
  summary: 'The shared macros and those of the caller, by name',
  query: z.strictObject({
    q: z.string().max(200).optional().describe('Only macros whose name or text contains each of these words'),
  }),
  answer: z.object({ items: z.array(MacroRow), next: z.null() }),
})

export const showMacro = endpoint({
  method: 'GET',
  path: `${path}/:id`,
  for: ['team', 'key'],
  scope: 'tickets:read',
  summary: 'One macro with its actions, inputs and texts',
  params: idParams,
  answer: Macro,
  refusals: ['macro-not-found'],
})

export const createMacro = endpoint({
  ...macroWrite,
  method: 'POST',
  path,
  summary: 'Creates a macro. Only admins can share one',
  status: 201,
  bodyLimit: 1_048_576,
  body: fields.extend({
    visibility: fields.shape.visibility.default('me'),
    teams: fields.shape.teams.default([]),
    attachments: fields.shape.attachments.default([]),
    actions: fields.shape.actions.default([]),
    inputs: fields.shape.inputs.default([]),
    text: fields.shape.text.default(''),
    texts: fields.shape.texts.default({}),
    textKind: fields.shape.textKind.default('reply'),
    afterwards: fields.shape.afterwards.default('stay'),
  }),
  answer: Macro,
  refusals: saveRefusals,
})

export const changeMacro = endpoint({
  ...macroWrite,
  method: 'PATCH',
  path: `${path}/:id`,
  summary: 'Changes a macro',
  params: idParams,
  bodyLimit: 1_048_576,
  body: settingsBody(fields.shape),
  answer: Macro,
  refusals: ['macro-not-found', 'conflict', ...saveRefusals],
})

export const deleteMacro = endpoint({
  ...macroWrite,
  method: 'DELETE',
  path: `${path}/:id`,
  summary: 'Deletes a macro. It can be restored for a day. Tickets keep what it changed',
  params: idParams,
  answer: Nothing,
  refusals: ['macro-not-found', 'macro-reserved'],
})

export const countMacroUse = endpoint({
  method: 'POST',
  path: `${path}/:id/uses`,
  for: ['team'],
  counts: 'write',
  needs: [],
  summary: 'Counts that the caller applied the macro',
  params: idParams,
  answer: Nothing,
  refusals: ['macro-not-found', 'macro-broken'],
})

export const restoreMacro = endpoint({
  ...macroWrite,
  method: 'DELETE',
  path: `${path}/:id/deletion`,
  summary: 'Restores a macro that was deleted in the last 24 hours',
  params: idParams,
  answer: Macro,
  refusals: ['macro-not-found', 'macro-name-taken', 'macro-reserved', 'too-many-own-macros', 'too-many-shared-macros'],
})

export const copyMacroFiles = endpoint({
  method: 'POST',
  path: `${path}/:id/files`,
  for: ['team'],
  counts: 'write',
  needs: [],
  summary: 'Copies the files of a macro. The caller can attach the copies to a message, like uploads',
  params: idParams,
  answer: z.object({ items: z.array(File), next: z.null() }),
  refusals: ['macro-not-found', 'macro-broken'],
})
