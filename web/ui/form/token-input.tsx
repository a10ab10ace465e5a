import { X } from 'lucide-react'
import { type ComponentProps, type KeyboardEvent, useRef, useState } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import { Icon } from '#web/ui/mark/icon.tsx'
import { controlLook } from './control-look.ts'
import { useField, useFieldControl } from './field.tsx'

type Props = {
  name: string
  label?: string
  placeholder?: string
  /** Returns whether a token is valid. Invalid ones are red but sent, so that the server's error names them. */
  isValid?: (token: string) => boolean
  onChange?: (tokens: string[]) => void
  onDraft?: (draft: string) => void
  defaultTokens?: string[]
  tokens?: string[]
  /** The text that is not a token yet. If set, the caller keeps it. */
  draft?: string
  /** Properties of a list of suggestions for the draft. */
  list?: ComponentProps<'input'>
  /** Looks like a line of a form instead of a field. */
  isLine?: boolean
}

export const tokensIn = (text: string) => text.split(/[\s,;]+/).filter(Boolean)

export function TokenInput({
  name,
  label,
  placeholder,
  isValid = () => true,
  onChange,
  onDraft,
  defaultTokens = [],
  tokens: kept,
  draft: keptDraft,
  list,
  isLine,
}: Props) {
  const field = useField()
  const [own, setOwn] = useState(defaultTokens)
  const tokens = kept ?? own
  const [ownDraft, setOwnDraft] = useState('')
  const draft = keptDraft ?? ownDraft
  const input = useRef<HTMLInputElement>(null)

  function change(next: string[]) {
    setOwn(next)
    onChange?.(next)
    field?.onChanged?.()
  }

  function remove(token: string) {
    change(tokens.filter((other) => other !== token))
    // Focuses the input, because the pressed button disappears.
    input.current?.focus()
  }

  function add(text: string) {
    const found = tokensIn(text).filter((token) => !tokens.includes(token))
    if (found.length > 0) change([...tokens, ...new Set(found)])
    type('')
  }

  // Adds the typed text as a token when the input loses the focus. If a mouse button is down, waits for the click,
  // because a new token would move the pressed button.
  function leave() {
    const isPressing = document.documentElement.matches(':active')
    if (isPressing) window.addEventListener('click', () => setTimeout(() => add(draft)), { once: true, capture: true })
    else add(draft)
  }

  function type(text: string) {
    setOwnDraft(text)
    onDraft?.(text)
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    list?.onKeyDown?.(event)
    if (event.nativeEvent.isComposing || event.defaultPrevented) return
    const isEnd = ['Enter', ',', ';', ' '].includes(event.key)
    if (isEnd && draft.trim()) {
      event.preventDefault()
      add(draft)
    } else if (event.key === 'Backspace' && !draft) change(tokens.slice(0, -1))
  }

  return (
    <span
      className={classNames(
        isLine
          ? 'flex min-h-9 min-w-0 flex-1 flex-wrap items-center gap-1.5 py-1'
          : `${controlLook('md', field?.state)} h-auto! min-h-16 flex-wrap content-start gap-1.5! p-1.5!`,
      )}
    >
      {tokens.map((token) => (
        <span
          key={token}
          className={classNames(
            'inline-flex h-6 max-w-full items-center gap-1 rounded-xs pl-2',
            isValid(token) ? 'bg-press' : 'bg-red-tint text-red-ink',
          )}
        >
          <span className="truncate">{token}</span>
          <button
            type="button"
            aria-label={`Remove ${token}`}
            className="grid size-6 place-items-center rounded-xs"
            onClick={() => remove(token)}
          >
            <Icon of={X} size={12} />
          </button>
          <input type="hidden" name={name} value={token} />
        </span>
      ))}
      <input
        ref={input}
        {...useFieldControl()}
        {...list}
        // Text that is not a token yet is also sent with the form.
        name={draft.trim() ? name : undefined}
        aria-label={label}
        placeholder={tokens.length === 0 ? placeholder : undefined}
        value={draft}
        onChange={(event) => type(event.target.value)}
        onKeyDown={onKeyDown}
        onBlur={leave}
        onPaste={(event) => {
          event.preventDefault()
          add(`${draft} ${event.clipboardData.getData('text')}`)
        }}
        className="h-6 min-w-32 flex-1 bg-transparent px-1 outline-none"
      />
    </span>
  )
}
