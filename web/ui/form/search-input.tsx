import { Search } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Input } from './input.tsx'

export const SearchInput = ({ label, ...rest }: ComponentProps<typeof Input> & { label: string }) => (
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
