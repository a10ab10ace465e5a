import { LoaderCircle } from 'lucide-react'
import { Icon } from './icon.tsx'

export const Spinner = ({ size = 14 }: { size?: 12 | 14 | 16 }) => (
  <Icon of={LoaderCircle} size={size} className="animate-spin" />
)
