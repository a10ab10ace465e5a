import { type ComponentProps, useRef } from 'react'
import { useLazyModule } from '#web/lib/network/use-lazy-module.ts'
import { classNames } from '#web/ui/class-names.ts'
import { controlLook } from '#web/ui/form/control-look.ts'
import { useField, useFieldControl } from '#web/ui/form/field.tsx'
import { useIsHydrated } from '#web/ui/use-is-hydrated.ts'

type Props = Omit<ComponentProps<'textarea'>, 'onChange' | 'onKeyDown' | 'rows' | 'value'> & {
  value: string
  language?: string | undefined
  /** The number of the line with a fault. The first line has number 1. */
  faultLine?: number | undefined
  note?: string | undefined
  rows: 6 | 8
  onText: (text: string) => void
}

const loadInk = () => import('./code-ink.tsx')
const heights = { 6: 'min-h-36', 8: 'min-h-46' }
/** Classes of both layers: the typed text, and its coloured copy below. Both layers need the same font and spacing. */
const letters = 'm-0 block min-w-full py-2 pr-2.5 pl-12 font-mono text-meta leading-5 tab-size-2 whitespace-pre'

/** A text area over a coloured copy of its lines. Tab indents; after Escape, Tab moves the focus. */
export function CodeArea({ value, language, faultLine, note, rows, readOnly, onText, ...rest }: Props) {
  const field = useField()
  const leaving = useRef(false)
  const ink = useLazyModule(loadInk, useIsHydrated())
  return (
    <div className="group/code w-full min-w-0">
      <div className={classNames(controlLook('md', field?.state), 'block! h-auto! p-0!')}>
        <div className={classNames('max-h-120 resize-y overflow-auto rounded-sm', heights[rows])}>
          <div className={classNames('relative grid min-w-max', heights[rows])}>
            {/* An invisible copy that makes the frame as large as the text, so that both layers scroll together. */}
            <div aria-hidden="true" className={classNames(letters, 'invisible')}>
              {value}
              {'\n'}
            </div>
            {ink && <ink.CodeInk {...{ value, language, faultLine }} className={letters} />}
            <textarea
              spellCheck={false}
              autoCapitalize="off"
              autoCorrect="off"
              wrap="off"
              aria-description="Tab indents. Press Escape, then Tab to leave."
              {...useFieldControl()}
              {...rest}
              readOnly={readOnly}
              value={value}
              data-inked={ink ? '' : undefined}
              className={classNames(
                letters,
                'code-letters absolute inset-0 resize-none overflow-hidden bg-transparent',
              )}
              onChange={({ target }) => onText(target.value)}
              onKeyDown={(event) => ink?.editCode(event, language, leaving)}
            />
          </div>
        </div>
      </div>
      <p className="mt-1 flex min-h-5 justify-between gap-2 text-meta text-ink-3">
        {note}
        {!readOnly && (
          <span aria-hidden="true" className="invisible ml-auto group-focus-within/code:visible">
            Tab indents. Press Esc, then Tab to leave.
          </span>
        )}
      </p>
    </div>
  )
}
