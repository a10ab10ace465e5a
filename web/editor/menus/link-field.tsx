import type { Editor } from '@tiptap/react'
import { Check, FileText, Unlink } from 'lucide-react'
import { useState } from 'react'
import type { LinkTarget } from '#contract/writing/document.ts'
import { typedAddress } from '#web/lib/intake/web-address.ts'
import { useFound } from '#web/lib/network/use-found.ts'
import { IconButton } from '#web/ui/button/icon-button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Icon } from '#web/ui/mark/icon.tsx'
import { menuRow } from '#web/ui/overlay/menu.tsx'
import { linkableIn } from './linkable.ts'

type Props = {
  editor: Editor
  address: string
  isLink: boolean
  leadsTo?: string | undefined
  onLead: (target: LinkTarget | null) => void
  onDone: () => void
}

export function LinkField({ editor, address: begun, isLink, leadsTo, onLead, onDone }: Props) {
  const [typed, setTyped] = useState(begun)
  const address = typedAddress(typed)
  const { one, all, search, targetOf } = linkableIn(editor)
  const { found, isSearching } = useFound(address ? null : typed.trim() || null, search)

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
          aria-label={`Enter a URL or search for ${one}`}
          placeholder={`Enter a URL or search for ${one}`}
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
            else if (found[0] && !isSearching) lead(targetOf(found[0].id))
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
      {leadsTo && typed === '' && <p className="truncate px-2 pt-1 text-meta text-ink-3">Leads to {leadsTo}</p>}
      {found.length > 0 && (
        <ul aria-label={all} className={classNames('mt-1 max-h-60 overflow-y-auto', isSearching && 'opacity-50')}>
          {found.map(({ id, title, detail }) => (
            <li key={id}>
              <button type="button" className={`${menuRow} hover:bg-press`} onClick={() => lead(targetOf(id))}>
                <Icon of={FileText} className="text-ink-3" />
                <span className="truncate">{title}</span>
                {detail && <span className="ml-auto truncate text-meta text-ink-3">{detail}</span>}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
