import { type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { classNames } from '#web/ui/class-names.ts'

type Props = {
  name?: string
  label?: string
  help?: ReactNode
  error?: string | null | false
  onComplete?: (code: string) => void
  autoFocus?: boolean
}

const length = 6

/** Six boxes that are drawn under one real input, so that pasting, autofill and screen readers work as usual. */
export function CodeInput({ name = 'code', label = 'Six-digit code', help, error, onComplete, autoFocus }: Props) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [code, setCode] = useState('')
  const [isMended, setMended] = useState(false)
  const wrong = isMended ? null : error

  // A code may have been typed or pasted before hydration.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only on mount
  useEffect(() => type(input.current?.value ?? ''), [])
  // Selects the wrong code before the error is visible, so that new digits replace it.
  useLayoutEffect(() => {
    setMended(false)
    if (error) input.current?.select()
  }, [error])

  function type(text: string) {
    const next = onlyDigits(text)
    setCode(next)
    if (next !== code) setMended(true)
    if (next.length < length || next === code) return
    if (onComplete) onComplete(next)
    // Submits later, because React writes the new value into the input only after this handler.
    else queueMicrotask(() => input.current?.form?.requestSubmit())
  }

  return (
    <div>
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <div className="group relative">
        <input
          ref={input}
          id={id}
          name={name}
          value={code}
          onChange={(event) => type(event.target.value)}
          onPaste={(event) => {
            event.preventDefault()
            type(event.clipboardData.getData('text'))
          }}
          inputMode="numeric"
          autoComplete="one-time-code"
          pattern="[0-9]{6}"
          maxLength={length}
          required
          // biome-ignore lint/a11y/noAutofocus: the page has this one thing to do
          autoFocus={autoFocus}
          aria-invalid={wrong ? true : undefined}
          aria-describedby={`${id}-below`}
          className={classNames(overBoxes, plainField)}
        />
        <Boxes code={code} isWrong={Boolean(wrong)} />
      </div>
      <p
        id={`${id}-below`}
        aria-live="polite"
        className={classNames('mt-2.5 text-meta', wrong ? 'text-red-ink' : 'text-ink-3')}
      >
        {wrong || help}
      </p>
    </div>
  )
}

const overBoxes =
  'absolute inset-0 z-1 w-full cursor-text bg-transparent text-transparent caret-transparent outline-none selection:bg-transparent selection:text-transparent'
/** Styles of the input if scripts are off. Then the boxes are not drawn. */
const plainField =
  'noscript:static noscript:h-13 noscript:rounded-sm noscript:border noscript:border-control noscript:bg-field noscript:px-4 noscript:font-mono noscript:text-[22px] noscript:tracking-[.4em] noscript:text-ink noscript:caret-ink noscript:focus:border-ring noscript:focus:shadow-focus noscript:selection:bg-selected noscript:selection:text-ink'

const onlyDigits = (text: string) => text.replace(/\D/g, '').slice(0, length)

function Boxes({ code, isWrong }: { code: string; isWrong: boolean }) {
  const current = Math.min(code.length, length - 1)
  return (
    <div aria-hidden className="flex items-center gap-1.5 md:gap-2 noscript:hidden">
      {Array.from({ length }, (_, index) => (
        <Box
          key={`box-${index.toString()}`}
          digit={code[index]}
          isCurrent={index === current}
          isWrong={isWrong}
          hasDash={index === 3}
        />
      ))}
    </div>
  )
}

type BoxProps = { digit?: string; isCurrent: boolean; isWrong: boolean; hasDash: boolean }

const Box = ({ digit, isCurrent, isWrong, hasDash }: BoxProps) => (
  <>
    {hasDash && <span className="h-0.5 w-2 shrink-0 rounded-full bg-line-strong" />}
    <span
      className={classNames(
        'grid h-13 min-w-0 flex-1 place-items-center rounded-sm border bg-field font-mono text-[22px] leading-none font-medium',
        isWrong ? 'border-red-solid shadow-wrong' : 'border-control',
        isCurrent && 'group-focus-within:border-ring group-focus-within:shadow-focus',
      )}
    >
      {digit ??
        (isCurrent && <span className="hidden h-5 w-px animate-pulse bg-accent-ink group-focus-within:block" />)}
    </span>
  </>
)
