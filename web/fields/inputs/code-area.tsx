import type { ComponentProps, KeyboardEvent } from 'react'
import { Textarea } from '#web/ui/form/textarea.tsx'

type Props = Omit<ComponentProps<typeof Textarea>, 'onChange' | 'onKeyDown'> & { onText: (text: string) => void }

/** Tab indents, and after Escape it leads on, as editors of code have it. */
export const CodeArea = ({ onText, ...rest }: Props) => (
  <Textarea
    spellCheck={false}
    autoCapitalize="off"
    autoCorrect="off"
    aria-description="Tab indents; press Escape first to leave with Tab"
    {...rest}
    className="font-mono text-meta"
    onChange={({ target }) => onText(target.value)}
    onKeyDown={indent}
  />
)

const step = '  '
let isLeaving = false

function indent(event: KeyboardEvent<HTMLTextAreaElement>) {
  const { key, shiftKey, currentTarget } = event
  const leaves = isLeaving
  isLeaving = key === 'Escape'
  if (currentTarget.readOnly || event.nativeEvent.isComposing) return
  if (key === 'Tab' && !leaves && !event.ctrlKey && !event.metaKey && !event.altKey) {
    event.preventDefault()
    if (shiftKey) outdent(currentTarget)
    else write(step)
  }
  if (key === 'Enter' && !event.ctrlKey && !event.metaKey) {
    event.preventDefault()
    write(`\n${indentOf(currentTarget)}`)
  }
}

const lineStart = ({ value, selectionStart }: HTMLTextAreaElement) => value.lastIndexOf('\n', selectionStart - 1) + 1

const indentOf = (area: HTMLTextAreaElement) =>
  /^[ \t]*/.exec(area.value.slice(lineStart(area), area.selectionStart))?.[0] ?? ''

function outdent(area: HTMLTextAreaElement) {
  const start = lineStart(area)
  const spaces = /^( {1,2}|\t)/.exec(area.value.slice(start))?.[0].length ?? 0
  if (spaces === 0) return
  const at = Math.max(start, area.selectionStart - spaces)
  area.setSelectionRange(start, start + spaces)
  document.execCommand('delete')
  area.setSelectionRange(at, at)
}

/** By the one way that the browser's undo knows of. */
const write = (text: string) => document.execCommand('insertText', false, text)
