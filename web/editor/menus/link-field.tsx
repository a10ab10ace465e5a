import type { Editor } from '@tiptap/react'
import { Check, FileText, Unlink } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { LinkTarget } from '#contract/document.ts'
import type { FoundArticle } from '#web/editor/editor-port.ts'
import { typedAddress } from '#web/lib/intake/web-address.ts'
import { IconButton } from '#web/ui/button/icon-button.tsx'
import { Icon } from '#web/ui/mark/icon.tsx'
import { menuRow } from '#web/ui/overlay/menu.tsx'

/** Where the chosen words lead: an address, or an article by its words. */
export function LinkField({ editor, onDone }: { editor: Editor; onDone: () => void }) {
  const isLink = editor.isActive('link')
  const [typed, setTyped] = useState(String(editor.getAttributes('link').href ?? ''))
  const address = typedAddress(typed)
  const found = useFoundArticles(editor, address ? '' : typed.trim())

  function lead(target: LinkTarget) {
    editor.chain().focus().extendMarkRange('link').setTarget(target).run()
    onDone()
  }

  function remove() {
    editor.chain().focus().extendMarkRange('link').unsetTarget().run()
    onDone()
  }

  return (
    <div className="w-80 max-w-full">
      <div className="flex items-center gap-1">
        <input
          // biome-ignore lint/a11y/noAutofocus: it was asked for by a key or a press just now
          autoFocus
          aria-label="Address, or words of an article"
          placeholder="Address, or words of an article"
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') {
              event.stopPropagation()
              onDone()
              editor.commands.focus()
            }
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
            event.preventDefault()
            if (address) lead({ href: address })
            else if (found[0]) lead({ reference: { kind: 'article', id: found[0].id } })
          }}
          className="h-7 min-w-0 flex-1 rounded-sm bg-field px-2 outline-none focus-visible:shadow-focus"
        />
        <IconButton
          label="Set link"
          icon={Check}
          disabled={!address}
          onClick={() => address && lead({ href: address })}
        />
        {isLink && <IconButton label="Remove link" icon={Unlink} onClick={remove} />}
      </div>
      {found.length > 0 && (
        <ul aria-label="Articles" className="mt-1 max-h-60 overflow-y-auto">
          {found.map(({ id, title }) => (
            <li key={id}>
              <button
                type="button"
                className={`${menuRow} hover:bg-press`}
                onClick={() => lead({ reference: { kind: 'article', id } })}
              >
                <Icon of={FileText} className="text-ink-3" />
                <span className="truncate">{title}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function useFoundArticles(editor: Editor, query: string) {
  const [found, setFound] = useState<FoundArticle[]>([])
  useEffect(() => {
    if (!query) return setFound([])
    const asking = new AbortController()
    const timer = setTimeout(
      () =>
        editor.storage.port
          .now()
          .searchArticles(query, asking.signal)
          .then(setFound, () => {}),
      150,
    )
    return () => {
      clearTimeout(timer)
      asking.abort()
    }
  }, [editor, query])
  return found
}
