import type { Editor } from '@tiptap/react'
import { Check, FileText, Unlink } from 'lucide-react'
import { useState } from 'react'
import type { LinkTarget } from '#contract/document.ts'
import { typedAddress } from '#web/lib/intake/web-address.ts'
import { IconButton } from '#web/ui/button/icon-button.tsx'
import { Icon } from '#web/ui/mark/icon.tsx'
import { menuRow } from '#web/ui/overlay/menu.tsx'
import { useFoundArticles } from './use-found-articles.ts'

type Props = {
  editor: Editor
  /** The address it has; empty where it leads to a thing of the workspace. */
  address: string
  isLink: boolean
  /** Null takes the link away. */
  onLead: (target: LinkTarget | null) => void
  onDone: () => void
}

/** Where something leads: an address, or an article by its words. */
export function LinkField({ editor, address: begun, isLink, onLead, onDone }: Props) {
  const [typed, setTyped] = useState(begun)
  const address = typedAddress(typed)
  const found = useFoundArticles(editor, address ? '' : typed.trim())

  function lead(target: LinkTarget | null) {
    onLead(target)
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
        {isLink && <IconButton label="Remove link" icon={Unlink} onClick={() => lead(null)} />}
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
