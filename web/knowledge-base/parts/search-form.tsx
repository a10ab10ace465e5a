import { Search, X } from 'lucide-react'
import { useTextLanguage } from './text-language.tsx'

type Props = { action: string; words?: string }

export function SearchForm({ action, words }: Props) {
  const { frame, own, search } = useTextLanguage()
  return (
    <search className="relative block" {...own}>
      <form
        action={action}
        noValidate
        data-search
        className="flex h-13 items-center gap-3 rounded-md border border-control bg-surface px-4 focus-within:border-ring focus-within:ring-1 focus-within:ring-ring"
      >
        <Search aria-hidden size={18} strokeWidth={1.75} className="shrink-0 text-ink-3" />
        <input
          type="search"
          name="q"
          dir="auto"
          defaultValue={words}
          maxLength={256}
          autoComplete="off"
          enterKeyHint="search"
          aria-label={search.field}
          placeholder={search.field}
          className="peer h-full min-w-0 flex-1 appearance-none bg-transparent text-[16px] outline-none placeholder:text-ink-3 [&::-webkit-search-cancel-button]:hidden"
        />
        {words !== undefined && (
          <a
            href={action}
            aria-label={search.clear}
            className="grid size-8 shrink-0 place-items-center rounded-sm text-ink-3 peer-placeholder-shown:hidden hover:bg-hover hover:text-ink touch:size-10"
          >
            <X aria-hidden size={16} strokeWidth={1.75} />
          </a>
        )}
        <button
          type="submit"
          className="h-8 rounded-sm bg-accent px-3 font-medium text-on-accent hover:bg-accent-hover touch:h-10"
        >
          {frame.search}
        </button>
      </form>
    </search>
  )
}
