import { type ComponentPropsWithRef, useId } from 'react'
import { Link } from 'react-router'
import { classNames } from '#web/ui/class-names.ts'
import { Kbd } from '#web/ui/keys/kbd.tsx'
import { Icon, type IconShape } from '#web/ui/mark/icon.tsx'
import { Spinner } from '#web/ui/mark/spinner.tsx'
import { Tooltip } from '#web/ui/overlay/tooltip.tsx'
import { VisuallyHidden } from '#web/ui/text/visually-hidden.tsx'

export type ButtonLook = { variant?: keyof typeof variants; size?: keyof typeof sizes; fullWidth?: boolean }

type Props = ComponentPropsWithRef<'button'> &
  ButtonLook & {
    icon?: IconShape
    keys?: string
    href?: string
    /** Replaces the icon with a loader after 300 ms. The width and the label of the button stay the same. */
    busy?: boolean
    disabledReason?: string
  }

export function Button({
  icon,
  keys,
  href,
  busy,
  disabledReason,
  variant,
  size,
  fullWidth,
  className,
  children,
  ...rest
}: Props) {
  const reasonId = useId()
  const isDisabled = rest.disabled || Boolean(disabledReason)
  const look = classNames(buttonLook({ variant, size, fullWidth }), isDisabled && disabledLook, className)
  const content = (
    <>
      {busy ? <BusyMark icon={icon} /> : icon && <Icon of={icon} size={14} />}
      {busy && !icon ? <span className="inline-flex animate-nudge-late items-center">{children}</span> : children}
      {keys && <Kbd keys={keys} tone="inherit" />}
    </>
  )
  if (href && !isDisabled)
    return (
      <Link to={href} className={look}>
        {content}
      </Link>
    )

  const button = (
    <button
      type="button"
      {...rest}
      {...(busy && { 'aria-busy': true, onClick: (event) => event.preventDefault() })}
      {...(disabledReason && {
        disabled: false,
        'aria-disabled': true,
        'aria-describedby': reasonId,
        onClick: stop,
        type: 'button',
      })}
      className={look}
    >
      {content}
      {disabledReason && (
        <span id={reasonId} hidden>
          {disabledReason}
        </span>
      )}
    </button>
  )
  return disabledReason ? <Tooltip text={disabledReason}>{button}</Tooltip> : button
}

const stop = (event: React.MouseEvent) => event.preventDefault()

const BusyMark = ({ icon }: { icon?: IconShape }) => (
  <span className={icon ? 'relative size-3.5 shrink-0' : 'absolute top-1/2 left-1 -translate-y-1/2'}>
    {icon && (
      <span className="absolute inset-0 animate-leave-late">
        <Icon of={icon} size={14} />
      </span>
    )}
    <span className={classNames('block animate-appear-late', icon && 'absolute inset-0')}>
      <Spinner size={icon ? 14 : 12} />
    </span>
    <VisuallyHidden>Working</VisuallyHidden>
  </span>
)

export const buttonLook = ({ variant = 'secondary', size = 'sm', fullWidth }: ButtonLook) =>
  classNames(frame, sizes[size], variants[variant], fullWidth && 'w-full')

const frame =
  'touch-area inline-flex shrink-0 items-center justify-center gap-1.5 rounded-sm font-medium whitespace-nowrap transition-colors duration-(--st-t-hover)'
const disabledLook = 'cursor-not-allowed bg-press! text-ink-off! border-transparent! shadow-none!'

const sizes = {
  sm: 'h-7 px-2.5 text-base',
  md: 'h-8 px-3 text-base',
  lg: 'h-10 px-4 text-body',
}

const variants = {
  primary: 'bg-accent text-on-accent hover:bg-accent-hover max-md:min-h-8',
  secondary: 'border border-line-strong bg-surface text-ink shadow-control hover:bg-hover active:bg-press',
  ghost: 'text-ink-2 hover:bg-press hover:text-ink',
  danger: 'bg-danger text-on-danger hover:bg-danger-hover',
}
