import { useState } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import { menuLine, menuRow } from '#web/ui/overlay/menu.tsx'
import { matchOptions, type Option, OptionCheck, OptionFace } from './option.tsx'
import { useListCursor } from './use-list-cursor.ts'

type Props<V extends string> = { label: string; options: Option<V>[]; value: string; onChoose: (value: V) => void }

export function FilterList<V extends string>({ label, options, value, onChoose }: Props<V>) {
  const [query, setQuery] = useState('')
  const matches = matchOptions(options, query)
  const choose = (index: number) => {
    const option = matches[index]
    if (option && !option.disabled) onChoose(option.value)
  }
  const cursor = useListCursor({ label, count: matches.length, onChoose: choose, resetOn: query })

  return (
    <>
      <input
        {...cursor.inputProps}
        aria-label={label}
        placeholder={label}
        autoComplete="off"
        value={query}
        onChange={(event) => setQuery(event.target.value)}
        className="h-7.5 w-full bg-transparent px-2 outline-none"
      />
      <div className={menuLine} />
      <div {...cursor.listProps} className="max-h-72 overflow-y-auto">
        {matches.map((option, index) => (
          <div
            key={option.value}
            {...cursor.optionProps(index)}
            aria-disabled={option.disabled}
            className={classNames(menuRow, index === cursor.active && 'bg-press', option.disabled && 'text-ink-3')}
          >
            <OptionFace option={option} />
            <OptionCheck isChosen={option.value === value} />
          </div>
        ))}
      </div>
      {matches.length === 0 && <p className="px-2 py-1.5 text-ink-3">No results</p>}
    </>
  )
}
