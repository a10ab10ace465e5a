import { useState } from 'react'
import { classNames } from '#web/ui/class-names.ts'

/** A longer comment is collapsed. */
const most = { letters: 400, lines: 5 }

export function Comment({ text }: { text: string }) {
  const [isWhole, setWhole] = useState(false)
  if (text === '') return null
  const isLong = text.length > most.letters || text.split('\n').length > most.lines
  return (
    <>
      <p
        className={classNames(
          'mt-1 max-w-190 text-body wrap-anywhere whitespace-pre-wrap',
          isLong && !isWhole && 'line-clamp-5',
        )}
      >
        {text}
      </p>
      {isLong && (
        <button
          type="button"
          aria-expanded={isWhole}
          onClick={() => setWhole(!isWhole)}
          className="touch-area rounded-xs text-meta font-medium text-accent-ink hover:underline"
        >
          {isWhole ? 'Show less' : 'Show all of it'}
        </button>
      )}
    </>
  )
}
