import { Search } from 'lucide-react'
import { type ReactNode, useDeferredValue, useEffect, useRef, useState } from 'react'
import { useAnswer } from '#web/lib/network/use-answer.ts'
import type { Outcome } from '#web/lib/write/writer.ts'
import { useListCursor } from '#web/ui/choice/use-list-cursor.ts'
import { classNames } from '#web/ui/class-names.ts'
import { Icon } from '#web/ui/mark/icon.tsx'
import { menuRow } from '#web/ui/overlay/menu.tsx'

type Props<T> = {
  label: string
  placeholder: string
  /** Names what is searched, so that an earlier answer for another subject is not shown. */
  subject: string
  read: (words: string, signal: AbortSignal) => Promise<Outcome<{ items: T[] }>>
  isPossible: (item: T) => boolean
  titles: { found: string; suggested: string; none: string }
  onChoose: (item: T) => void
  /** The content of a row. */
  children: (item: T) => ReactNode
}

const mostShown = 8

/** A search for one thing among many. Without words, it offers suggestions. */
export function Chooser<T extends { id: string }>(props: Props<T>) {
  const { label, placeholder, subject, read, isPossible, titles, onChoose, children } = props
  const [text, setText] = useState('')
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])
  const words = useDeferredValue(text.trim())
  const { answer, of, problem, isReading } = useAnswer(`${subject} ${words}`, (signal) => read(words, signal))
  const found = (answer?.items ?? []).filter(isPossible).slice(0, mostShown)
  const isSearching = isReading || of !== `${subject} ${text.trim()}`
  const choose = (index: number) => found[index] && onChoose(found[index])
  const cursor = useListCursor({ label, count: found.length, isSearching, onChoose: choose, resetOn: text })
  return (
    <div className="min-w-0">
      <div className="flex items-center gap-2 rounded-sm border border-control px-2 focus-within:border-ring">
        <Icon of={Search} size={14} className="text-ink-3" />
        <input
          {...cursor.inputProps}
          aria-label={label}
          ref={input}
          placeholder={placeholder}
          autoComplete="off"
          value={text}
          maxLength={200}
          onChange={(event) => setText(event.target.value)}
          className="h-8 w-full bg-transparent outline-none"
        />
      </div>
      <p className="mt-3 mb-1 text-meta text-ink-3">{words ? titles.found : titles.suggested}</p>
      <div {...cursor.listProps} className="min-h-16">
        {found.map((item, index) => (
          <div
            key={item.id}
            {...cursor.optionProps(index)}
            className={classNames(menuRow, index === cursor.active && 'bg-press')}
          >
            {children(item)}
          </div>
        ))}
      </div>
      <p role="status" className={classNames('px-2', problem ? 'text-red-ink' : 'text-ink-3')}>
        {problem || (!isSearching && found.length === 0 && titles.none)}
      </p>
    </div>
  )
}
