import { type Editor, useEditorState } from '@tiptap/react'
import { CaseSensitive, ChevronDown, ChevronUp, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Button } from '#web/ui/button/button.tsx'
import { IconButton } from '#web/ui/button/icon-button.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { useShortcuts } from '#web/ui/keys/use-shortcuts.ts'
import { findingKey, findingOf, findingPlugin, goToMatch, replace, search, selectMatch } from './finding.ts'

export function FindBar({ editor, turn, onClose }: { editor: Editor; turn: number; onClose: () => void }) {
  const [words, setWords] = useState(() => chosenWords(editor))
  const [other, setOther] = useState('')
  const [matchesCase, setMatchesCase] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const finding = useEditorState({ editor, selector: ({ editor }) => findingOf(editor.state) })
  const { matches, current } = finding ?? { matches: [], current: -1 }

  useLayoutEffect(() => {
    editor.registerPlugin(findingPlugin())
    return () => {
      if (!editor.isDestroyed) editor.unregisterPlugin(findingKey)
    }
  }, [editor])
  useEffect(() => search(editor, { words, matchesCase }), [editor, words, matchesCase])
  // biome-ignore lint/correctness/useExhaustiveDependencies: at each turn
  useEffect(() => input.current?.select(), [turn])

  useShortcuts(
    { enter: { label: 'Next' }, 'shift+enter': { label: 'Previous' }, esc: { label: 'Close' } },
    { group: 'In find and replace' },
  )

  function close() {
    selectMatch(editor)
    onClose()
  }

  function press(event: KeyboardEvent) {
    // The shortcuts of the page must not handle these keys.
    event.stopPropagation()
    if (event.key !== 'Escape') return
    event.preventDefault()
    close()
  }

  const onEnter = (act: (isBack: boolean) => void) => (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    act(event.shiftKey)
  }

  return (
    <search
      aria-label="Find and replace"
      onKeyDown={press}
      className="sticky top-2 z-10 mb-3 flex flex-wrap items-center gap-2 rounded-md bg-raised p-2 text-ink shadow-menu"
    >
      <Input
        ref={input}
        aria-label="Find"
        placeholder="Find"
        autoComplete="off"
        spellCheck={false}
        value={words}
        onChange={(event) => setWords(event.target.value)}
        onKeyDown={onEnter((isBack) => goToMatch(editor, isBack ? -1 : 1))}
        className="min-w-40 flex-1"
      />
      <p role="status" className="min-w-16 text-meta text-ink-2">
        {words && (matches.length > 0 ? `${current + 1} of ${matches.length}` : 'Not found')}
      </p>
      <div className="flex gap-0.5">
        <IconButton
          icon={CaseSensitive}
          label="Match case"
          pressed={matchesCase}
          onClick={() => setMatchesCase(!matchesCase)}
        />
        <IconButton icon={ChevronUp} label="Previous" keys="shift+enter" onClick={() => goToMatch(editor, -1)} />
        <IconButton icon={ChevronDown} label="Next" keys="enter" onClick={() => goToMatch(editor, 1)} />
        <IconButton icon={X} label="Close" keys="esc" onClick={close} />
      </div>
      {editor.isEditable && (
        <div className="flex basis-full flex-wrap items-center gap-2">
          <Input
            aria-label="Replace with"
            placeholder="Replace with"
            autoComplete="off"
            value={other}
            onChange={(event) => setOther(event.target.value)}
            onKeyDown={onEnter(() => replace(editor, other, 'current'))}
            className="min-w-40 flex-1"
          />
          <Button disabled={matches.length === 0} onClick={() => replace(editor, other, 'current')}>
            Replace
          </Button>
          <Button disabled={matches.length === 0} onClick={() => replace(editor, other, 'all')}>
            Replace all
          </Button>
        </div>
      )}
    </search>
  )
}

const longestChosen = 100

// Returns the selected text as the first search text. Returns an empty text if the selection is long or not within one
// line.
function chosenWords({ state: { doc, selection } }: Editor): string {
  const { $from, $to, from, to, empty } = selection
  if (empty || !$from.sameParent($to) || !$from.parent.isTextblock || to - from > longestChosen) return ''
  return doc.textBetween(from, to)
}
