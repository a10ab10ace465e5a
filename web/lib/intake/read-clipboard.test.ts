import { expect, test } from 'vitest'
import { readClipboard } from './read-clipboard.ts'

const html = '<div style="white-space: pre;"><div># One</div><div># Two</div></div>'
const transfer = (clipboard: Record<string, string>) =>
  ({
    types: Object.keys(clipboard),
    files: [],
    getData: (type: string) => clipboard[type] ?? '',
  }) as unknown as DataTransfer
const fromEditor = (mode: unknown, text = '# One\n# Two') =>
  readClipboard(
    transfer({ 'text/plain': text, 'text/html': html, 'vscode-editor-data': JSON.stringify({ version: 1, mode }) }),
  )

test('of an editor of code, code is read as it looks in it, and Markdown as it is written', () => {
  expect(fromEditor('python')).toMatchObject({ html })
  expect(fromEditor('markdown')).toEqual({ markdown: '# One\n# Two' })
  expect(fromEditor(null)).toEqual({ markdown: '# One\n# Two' })
  expect(fromEditor('plaintext', 'Only words')).toBeNull()
})
