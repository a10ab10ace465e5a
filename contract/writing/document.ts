/**
 * The format of all long texts: the editor's JSON, with the node and mark names of Tiptap. Attributes that are null or have
 * their default are absent. This file has no schemas, so that the editor can import its values.
 */
export type Document = { type: 'doc'; content: FlowNode[] }

/**
 * Blocks that are allowed at the top level of a document and inside columns, steps and details. Columns cannot contain
 * columns.
 */
export type FlowNode = BlockNode | Heading | Table | Columns | Steps | Details | CategoryList | Include

/** Blocks that are allowed everywhere, also in lists, quotes, callouts and table cells. */
export type BlockNode =
  | Paragraph
  | BulletList
  | OrderedList
  | TaskList
  | Blockquote
  | Callout
  | CodeBlock
  | Picture
  | FileNode
  | Video
  | EntryBlock
  | HorizontalRule

export type InlineNode = Text | HardBreak | InlineEntry

export type Paragraph = { type: 'paragraph'; content?: InlineNode[] }
/** The anchor of a heading is made from its text (`headingsOf`). */
export type Heading = { type: 'heading'; attrs: { level: HeadingLevel }; content?: InlineNode[] }
type BulletList = { type: 'bulletList'; content: ListItem[] }
/** Default of `start`: 1. */
type OrderedList = { type: 'orderedList'; attrs?: { start: number }; content: ListItem[] }
export type ListItem = { type: 'listItem'; content: [Paragraph, ...BlockNode[]] }
type TaskList = { type: 'taskList'; content: TaskItem[] }
export type TaskItem = { type: 'taskItem'; attrs?: { checked: true }; content: [Paragraph, ...BlockNode[]] }
type Blockquote = { type: 'blockquote'; content: BlockNode[] }
export type Callout = { type: 'callout'; attrs: { kind: CalloutKind }; content: BlockNode[] }
type CodeBlock = { type: 'codeBlock'; attrs?: { language: string }; content?: Text[] }
type HorizontalRule = { type: 'horizontalRule' }

export type Table = { type: 'table'; content: TableRow[] }
/** `content` is absent if cells of earlier rows span the whole row. */
export type TableRow = { type: 'tableRow'; content?: TableCell[] }
export type TableCell = { type: 'tableCell' | 'tableHeader'; attrs?: CellAttributes; content: BlockNode[] }
/** Spans of 1 are absent. `colwidth` has a width in pixels for each spanned column; 0 is automatic. */
export type CellAttributes = { colspan?: number; rowspan?: number; colwidth?: number[]; align?: CellAlignment }

/** `file` is an uploaded file. `width` is in pixels. */
export type Picture = { type: 'picture'; attrs: PictureAttributes }
export type PictureAttributes = { file: string; alt?: string; caption?: string; width?: number; link?: LinkTarget }
export type FileNode = { type: 'file'; attrs: { file: string; name: string } }
/** `url` is a page on one of `videoHosts`. `poster` is an uploaded preview picture. */
export type Video = { type: 'video'; attrs: { url: string; title?: string; poster?: string } }

type Steps = { type: 'steps'; content: Step[] }
export type Step = { type: 'step'; content: [StepTitle, ...FlowNode[]] }
type StepTitle = { type: 'stepTitle'; content?: InlineNode[] }
type Details = { type: 'details'; content: [DetailsSummary, DetailsContent] }
type DetailsSummary = { type: 'detailsSummary'; content?: InlineNode[] }
type DetailsContent = { type: 'detailsContent'; content: FlowNode[] }
type Columns = { type: 'columns'; content: Column[] }
export type Column = { type: 'column'; content: Exclude<FlowNode, Columns>[] }

/** A list of the articles of a category. The document stores a reference; each reading makes the list. */
export type CategoryList = { type: 'categoryList'; attrs: { reference: Reference } }
/**
 * The text of another article, or of the section with the given `anchor`. The document has only the reference; the text
 * is inserted each time the document is read.
 */
export type Include = { type: 'include'; attrs: { reference: Reference } }

/** Another entry, by id. Its content is inserted each time the document is read. Allowed only in texts of entries. */
export type EntryBlock = { type: 'entry'; attrs: { entry: string } }
type InlineEntry = { type: 'inlineEntry'; attrs: { entry: string } }

export type Text = { type: 'text'; text: string; marks?: Mark[] }
type HardBreak = { type: 'hardBreak' }

export type Mark =
  | { type: 'bold' | 'italic' | 'strike' | 'code' | 'highlight' | 'key' }
  | { type: 'link'; attrs: LinkTarget }

/** `entry` is allowed only in texts of entries. */
export type LinkTarget =
  | { href: string; reference?: never; entry?: never }
  | { reference: Reference; href?: never; entry?: never }
  | { entry: string; href?: never; reference?: never }

/** An article or category by id, so that links still work after a rename. */
export type Reference = { kind: ReferenceKind; id: string; anchor?: string }

export type DocumentNode =
  | Document
  | FlowNode
  | InlineNode
  | ListItem
  | TaskItem
  | TableRow
  | TableCell
  | Step
  | StepTitle
  | DetailsSummary
  | DetailsContent
  | Column

export type NodeName = DocumentNode['type']
export type MarkName = Mark['type']
export type HeadingLevel = (typeof headingLevels)[number]
export type CalloutKind = (typeof calloutKinds)[number]
export type CellAlignment = (typeof cellAlignments)[number]
export type ReferenceKind = (typeof referenceKinds)[number]

export const headingLevels = [2, 3, 4] as const
export const calloutKinds = ['note', 'tip', 'warning'] as const
export const cellAlignments = ['left', 'center', 'right'] as const
export const referenceKinds = ['article', 'category'] as const

/** The nesting and storage order of marks, outermost first. */
export const markOrder = ['link', 'bold', 'italic', 'strike', 'highlight', 'key', 'code'] as const satisfies MarkName[]

/** Allowed hosts of videos, also with `www.` or `m.` before them. */
export const videoHosts = [
  'youtube.com',
  'youtu.be',
  'youtube-nocookie.com',
  'vimeo.com',
  'player.vimeo.com',
  'loom.com',
  'wistia.com',
  'fast.wistia.com',
  'fast.wistia.net',
  'dailymotion.com',
] as const

export const codeLanguages = {
  bash: 'Shell',
  c: 'C',
  cpp: 'C++',
  csharp: 'C#',
  css: 'CSS',
  diff: 'Diff',
  dockerfile: 'Dockerfile',
  go: 'Go',
  graphql: 'GraphQL',
  ini: 'INI, TOML',
  java: 'Java',
  javascript: 'JavaScript',
  json: 'JSON',
  kotlin: 'Kotlin',
  lua: 'Lua',
  makefile: 'Makefile',
  markdown: 'Markdown',
  nginx: 'nginx',
  php: 'PHP',
  powershell: 'PowerShell',
  python: 'Python',
  ruby: 'Ruby',
  rust: 'Rust',
  scss: 'SCSS',
  sql: 'SQL',
  swift: 'Swift',
  typescript: 'TypeScript',
  xml: 'HTML, XML',
  yaml: 'YAML',
} as const
export type CodeLanguage = keyof typeof codeLanguages

const otherNames: Record<string, CodeLanguage> = {
  'c#': 'csharp',
  'c++': 'cpp',
  cs: 'csharp',
  docker: 'dockerfile',
  golang: 'go',
  html: 'xml',
  js: 'javascript',
  jsx: 'javascript',
  kt: 'kotlin',
  make: 'makefile',
  md: 'markdown',
  ps1: 'powershell',
  py: 'python',
  rb: 'ruby',
  rs: 'rust',
  sh: 'bash',
  shell: 'bash',
  svg: 'xml',
  toml: 'ini',
  ts: 'typescript',
  tsx: 'typescript',
  yml: 'yaml',
  zsh: 'bash',
}

/** Finds a language by its name or alias. Undefined means no syntax highlighting. */
export function codeLanguageOf(name = ''): CodeLanguage | undefined {
  const known = otherNames[name] ?? name
  return isCodeLanguage(known) ? known : undefined
}

const isCodeLanguage = (name: string): name is CodeLanguage => Object.hasOwn(codeLanguages, name)

export const linkSchemes = ['https:', 'http:', 'mailto:', 'tel:'] as const

export const documentLimits = {
  depth: 30,
  nodes: 20_000,
  bytes: 1_048_576,
  includes: 50,
  columnsOfTable: 50,
  columns: [2, 4],
  url: 2_048,
  alt: 500,
  caption: 500,
  fileName: 255,
  anchor: 200,
  pictureWidth: [16, 4_096],
  columnWidth: 4_096,
} as const

export type DocumentFault = { path: string; message: string }
