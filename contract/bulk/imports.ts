import { z } from 'zod'
import { endpoint, Id, idParams, Nothing, pageOf, paging, Time } from '#contract/endpoint.ts'

export const mostImports = 2
export const mostImportsInDay = 50

export const importRefusals = {
  'import-not-found': { status: 404, text: 'There is no such import' },
  'import-kind-unknown': { status: 400, text: 'This kind of import does not exist' },
  'too-many-imports': { status: 409, text: 'Other imports are running. Wait until one ends, or cancel one.' },
  'import-day-spent': {
    status: 429,
    text: 'The daily limit for imports is reached. Try again tomorrow.',
  },
  'import-not-ready': {
    status: 409,
    text: 'This import was not checked yet, or nothing is left to import. Upload its file again.',
  },
  'import-not-readable': {
    status: 409,
    text: 'The file of this import was deleted or is being imported. Upload it again to read it.',
  },
  'changed-here': { status: 409, text: 'The item was changed here after the last import, so it was skipped' },
} as const

export const importStates = ['reading', 'ready', 'running', 'done', 'cancelled', 'failed'] as const
export const importActions = ['create', 'change', 'skip'] as const
export const importItemStates = ['waiting', 'made', 'done', 'failed'] as const

/** Remarks about an imported item, the most serious first. The last remarks say why an item is unchanged. */
export const importRemarks = [
  'not-taken',
  'not-utf-8',
  'unsafe-path',
  'archived-link',
  'encrypted',
  'named-twice',
  'language-unknown',
  'text-missing',
  'text-cut',
  'picture-missing',
  'picture-dropped',
  'picture-elsewhere',
  'file-elsewhere',
  'embed-dropped',
  'hidden-dropped',
  'form-dropped',
  'drawing-dropped',
  'script-dropped',
  'embed-linked',
  'media-linked',
  'link-dropped',
  'link-broken',
  'redirect-unusable',
  'redirect-taken',
  'field-left',
  'folders-too-deep',
  'place-further',
  'kept-here',
  'audience-narrowed',
  'author-elsewhere',
  'marked-outdated',
  'front-matter-unreadable',
  'value-unusable',
  'form-flattened',
  'look-dropped',
  'in-trash',
  'changed-here',
  'unchanged',
] as const

export const ImportRemark = z.object({
  code: z.enum(importRemarks),
  line: z.int().nullable().describe('The line in the file; the first is 1'),
  about: z.string().describe('The part of the file that the remark is about'),
})
export type ImportRemark = z.output<typeof ImportRemark>

const Amount = z.int()
export const Import = z.object({
  id: Id,
  kind: z.string(),
  fileName: z.string(),
  askedBy: z.object({ id: Id, name: z.string() }),
  state: z.enum(importStates),
  reason: z.string().nullable().describe('Why the import ended early'),
  counts: z
    .object({
      create: Amount,
      change: Amount,
      skip: Amount,
      unchanged: Amount.describe('Skipped items that already exist unchanged'),
      problem: Amount.describe('Created or changed items that have a problem'),
    })
    .describe('The number of items by planned action'),
  total: Amount.describe('Items to create or change'),
  begun: Amount.describe('Items of `total` that were begun. All items are begun before the first is written'),
  done: Amount,
  failed: Amount,
  createdAt: Time,
  begunAt: Time.nullable(),
  endedAt: Time.nullable(),
  isReadable: z.boolean().describe('Whether the file still exists and can be read again'),
  isExecutable: z
    .boolean()
    .describe('Whether the import can be started or resumed. Its file is deleted after 7 days without activity'),
})

export const ImportItem = z.object({
  position: z.int(),
  source: z.string().describe('Path of the item in the file'),
  title: z.string(),
  action: z.enum(importActions),
  state: z.enum(importItemStates),
  remarks: z.array(ImportRemark),
  reason: z.string().nullable().describe('Why the item failed'),
  subject: Id.nullable().describe('Id of the created or changed thing'),
})

const path = '/api/v1/imports'
const ofImport = { for: ['admin'], params: idParams, refusals: ['import-not-found'] } as const
const importWrite = { counts: 'write', needs: ['service'] } as const

export const listImports = endpoint({
  method: 'GET',
  path,
  for: ['admin'],
  summary: 'The imports, newest first',
  query: z.strictObject({ ...paging, kind: z.string().max(60).optional() }),
  answer: pageOf(Import),
})

export const beginImport = endpoint({
  method: 'POST',
  path,
  for: ['admin'],
  ...importWrite,
  summary: 'Checks an uploaded file and creates a report. Nothing is changed until the import is started',
  status: 202,
  body: z
    .strictObject({
      kind: z.string().max(60),
      file: Id.optional().describe('Id of an uploaded file of the caller'),
      upload: Id.optional().describe('Instead of `file`: id of a complete resumable upload of the caller'),
    })
    .refine(({ file, upload }) => (file === undefined) !== (upload === undefined), 'Send either `file` or `upload`'),
  answer: Import,
  refusals: [
    'import-kind-unknown',
    'file-not-found',
    'too-many-imports',
    'import-day-spent',
    'upload-not-found',
    'upload-incomplete',
    'storage-full',
  ],
})

export const showImport = endpoint({
  ...ofImport,
  method: 'GET',
  path: `${path}/:id`,
  summary: 'One import with its progress',
  answer: Import,
})

export const listImportItems = endpoint({
  ...ofImport,
  method: 'GET',
  path: `${path}/:id/items`,
  summary: 'The report of an import: the action for each item, and remarks',
  query: z.strictObject({
    ...paging,
    remark: z.enum(importRemarks).optional().describe('Only items with this remark'),
    which: z.enum([...importActions, 'unchanged', 'left-out', 'problem', 'failed']).optional(),
  }),
  answer: pageOf(ImportItem),
})

export const listImportRemarks = endpoint({
  ...ofImport,
  method: 'GET',
  path: `${path}/:id/remarks`,
  summary: 'Counts the remarks of an import by kind, most serious first',
  answer: z.object({
    items: z.array(
      z.object({
        code: z.enum(importRemarks),
        count: Amount.describe('Number of remarks with this code'),
        things: Amount.describe('Number of items with this remark'),
      }),
    ),
    languages: z.array(z.string()).describe('Languages in the file that the workspace does not have, at most 30'),
  }),
})

export const exportImportReport = endpoint({
  ...ofImport,
  method: 'GET',
  path: `${path}/:id/report`,
  counts: 'search',
  summary: 'The report of an import as a CSV file (RFC 4180, UTF-8), a line for each remark',
  answersWith: 'text/csv',
  answer: Nothing.describe('text/csv'),
})

export const readImportAgain = endpoint({
  ...ofImport,
  method: 'PUT',
  path: `${path}/:id/reading`,
  ...importWrite,
  counts: 'import-reading',
  summary:
    'Reads the same file again, for example after a language was added. Replaces the report and changes nothing else',
  status: 202,
  answer: Import,
  refusals: ['import-not-found', 'import-not-readable', 'too-many-imports'],
})

export const executeImport = endpoint({
  ...ofImport,
  method: 'PUT',
  path: `${path}/:id/execution`,
  ...importWrite,
  summary: 'Starts the import, or resumes a cancelled import',
  status: 202,
  answer: Import,
  refusals: ['import-not-found', 'import-not-ready', 'too-many-imports'],
})

export const cancelImport = endpoint({
  ...ofImport,
  method: 'PUT',
  path: `${path}/:id/cancellation`,
  counts: 'write',
  needs: [],
  summary: 'Cancels an import. Imported items stay',
  answer: Import,
})
