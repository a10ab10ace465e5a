import type { ComponentPropsWithRef } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import { controlLook } from './control-look.ts'
import { useField, useFieldControl } from './field.tsx'

type Props = ComponentPropsWithRef<'textarea'> & { size?: 'md' | 'lg'; onText?: (text: string) => void }

export function Textarea({ size = 'md', rows = 3, onText, className, ...rest }: Props) {
  const field = useField()
  return (
    <span className={classNames(controlLook(size, field?.state), 'block! h-auto! px-0!', className)}>
      <textarea
        rows={rows}
        dir="auto"
        onChange={onText && ((event) => onText(event.target.value))}
        {...useFieldControl()}
        {...rest}
        className={classNames(
          'block field-sizing-content max-h-120 w-full resize-y bg-transparent outline-none',
          rowHeights[rows],
          size === 'lg' ? 'px-3 py-2.5 text-body' : 'px-2.5 py-2',
        )}
      />
    </span>
  )
}

const rowHeights: Record<number, string> = {
  2: 'min-h-14',
  3: 'min-h-19',
  4: 'min-h-24',
  5: 'min-h-32',
  6: 'min-h-36',
  8: 'min-h-46',
  10: 'min-h-56',
}
