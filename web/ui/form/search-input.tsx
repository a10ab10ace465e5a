import { Search } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Input } from './input.tsx'

type Props = ComponentProps<typeof Input> & { label: string }

export const SearchInput = ({ label, ...rest }: Props) => (
  <Input
    type="search"
    size="sm"
    quiet
    icon={Search}
    aria-label={label}
    placeholder={label}
    enterKeyHint="search"
    {...rest}
  />
)
