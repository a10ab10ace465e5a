import { classNames } from '#web/ui/class-names.ts'

const looks = {
  primary: 'bg-accent text-on-accent hover:bg-accent-hover',
  secondary: 'border border-line-strong bg-surface shadow-control hover:bg-hover',
}

type Props = { href: string; look?: keyof typeof looks; className?: string; children: string }

export const ButtonLink = ({ href, look = 'secondary', className, children }: Props) => (
  <a
    href={href}
    className={classNames(
      'inline-flex h-8 items-center rounded-sm px-3 font-medium whitespace-nowrap touch:h-10',
      looks[look],
      className,
    )}
  >
    {children}
  </a>
)
