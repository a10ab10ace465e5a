import { classNames } from '#web/ui/class-names.ts'

export type ControlSize = 'sm' | 'md' | 'lg'

const sizes = {
  sm: 'h-7 px-2 gap-2',
  md: 'h-8 px-2.5 gap-2',
  lg: 'h-10 px-3 gap-2 text-body',
}

const frame =
  'flex w-full min-w-0 items-center rounded-sm border bg-field text-ink focus-within:border-ring focus-within:shadow-focus has-disabled:bg-press has-disabled:text-ink-off'

export const controlLook = (size: ControlSize, state?: 'error' | 'valid', quiet?: boolean) =>
  classNames(
    frame,
    sizes[size],
    state === 'error'
      ? 'border-red-solid shadow-wrong'
      : state === 'valid'
        ? 'border-green-solid'
        : quiet
          ? 'border-line-strong'
          : 'border-control',
  )
