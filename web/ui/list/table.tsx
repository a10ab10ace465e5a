import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ComponentPropsWithRef, ReactNode } from 'react'
import { Link } from 'react-router'
import { classNames } from '#web/ui/class-names.ts'
import { Icon } from '#web/ui/mark/icon.tsx'

type WithChildren = { children?: ReactNode; className?: string }

export const Table = ({ label, children, className }: WithChildren & { label: string }) => (
  <table aria-label={label} className={classNames('w-full table-fixed border-separate border-spacing-0', className)}>
    {children}
  </table>
)

export const TableHead = ({ children, className }: WithChildren) => (
  <thead className={className}>
    <tr>{children}</tr>
  </thead>
)

type HeaderCellProps = WithChildren & { align?: 'right'; sort?: 'up' | 'down'; href?: string }

export function HeaderCell({ children, align, sort, href, className }: HeaderCellProps) {
  const content = (
    <>
      {children}
      {sort && <Icon of={sort === 'up' ? ArrowUp : ArrowDown} size={12} />}
    </>
  )
  const look = classNames('inline-flex items-center gap-0.75', sort && 'font-medium text-ink')
  return (
    <th
      scope="col"
      aria-sort={sort && (sort === 'up' ? 'ascending' : 'descending')}
      className={classNames('head-cell', align === 'right' ? 'text-right' : 'text-left', className)}
    >
      {href ? (
        <Link to={href} className={classNames(look, 'rounded-xs hover:text-ink')}>
          {content}
        </Link>
      ) : (
        <span className={look}>{content}</span>
      )}
    </th>
  )
}

export const TableBody = ({ children }: WithChildren) => <tbody>{children}</tbody>

type RowProps = ComponentPropsWithRef<'tr'> & {
  selected?: boolean
  current?: boolean
  unread?: boolean
  tall?: boolean
}

export const TableRow = ({ selected, current, unread, tall, className, ...rest }: RowProps) => (
  <tr
    {...rest}
    aria-current={current || undefined}
    data-selected={selected || undefined}
    data-current={current || undefined}
    data-unread={unread || undefined}
    className={classNames('group/row list-row', tall && 'h-13', className)}
  />
)

export const Cell = ({ align, className, ...rest }: ComponentPropsWithRef<'td'> & { align?: 'right' }) => (
  <td {...rest} className={classNames(align === 'right' && 'text-right tabular-nums', className)} />
)

export const RowLink = ({
  href,
  children,
  className,
  ...rest
}: { href: string } & Omit<ComponentPropsWithRef<typeof Link>, 'to'>) => (
  <Link to={href} discover="none" {...rest} className={classNames('row-link', className)}>
    {children}
  </Link>
)
