// The editor and functions for its text. The page loads this code after it is shown.
export { applyDocument } from '#web/editor/apply-document.ts'
export { markCommented, showBlock } from '#web/editor/blocks/commented-blocks.ts'
export { DocumentEditor } from '#web/editor/document-editor.tsx'
export { headingsOf } from '#web/service/knowledge-base/checks/outline.ts'
export { ConflictDialog } from './conflict-dialog.tsx'
