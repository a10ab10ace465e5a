import { type ComponentPropsWithRef, type ReactNode, useId } from 'react'
import { classNames } from '#web/ui/class-names.ts'

type BoxProps = Omit<ComponentPropsWithRef<'input'>, 'type' | 'size' | 'ref'> & { indeterminate?: boolean }

type Props = BoxProps & { label: ReactNode; description?: ReactNode }

export function Checkbox({ label, description, className, ...rest }: Props) {
  const descriptionId = useId()
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the box is in it
    <label className={classNames('group/check inline-flex items-start gap-2 align-middle', className)}>
      <Box aria-describedby={description ? descriptionId : undefined} {...rest} />
      <span className="min-w-0 group-has-disabled/check:text-ink-off">
        {label}
        {description && (
          <span id={descriptionId} className="block text-meta text-ink-3">
            {description}
          </span>
        )}
      </span>
    </label>
  )
}

export const BareCheckbox = ({ label, ...rest }: BoxProps & { label: string }) => <Box aria-label={label} {...rest} />

const Box = ({ indeterminate = false, className, ...rest }: BoxProps) => (
  <input
    ref={(input) => {
      if (input) input.indeterminate = indeterminate
    }}
    type="checkbox"
    {...rest}
    className={classNames('check-box', className)}
  />
)
