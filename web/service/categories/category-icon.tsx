import {
  Bell,
  BookOpen,
  Calendar,
  ChartColumn,
  Code,
  CreditCard,
  File,
  Globe,
  LifeBuoy,
  Lock,
  Mail,
  MessageSquare,
  Phone,
  Plug,
  Rocket,
  Settings,
  Shield,
  Star,
  Users,
  Wrench,
} from 'lucide-react'
import type { Category } from '#web/service/knowledge-base/types.ts'
import type { IconShape } from '#web/ui/mark/icon.tsx'

type Name = Category['icon']

export const categoryIcons: Record<Name, { label: string; shape: IconShape }> = {
  book: { label: 'Book', shape: BookOpen },
  rocket: { label: 'Rocket', shape: Rocket },
  'life-buoy': { label: 'Life buoy', shape: LifeBuoy },
  settings: { label: 'Gear', shape: Settings },
  users: { label: 'People', shape: Users },
  calendar: { label: 'Calendar', shape: Calendar },
  'credit-card': { label: 'Card', shape: CreditCard },
  shield: { label: 'Shield', shape: Shield },
  mail: { label: 'Letter', shape: Mail },
  phone: { label: 'Phone', shape: Phone },
  plug: { label: 'Plug', shape: Plug },
  code: { label: 'Code', shape: Code },
  bell: { label: 'Bell', shape: Bell },
  chart: { label: 'Chart', shape: ChartColumn },
  file: { label: 'Sheet', shape: File },
  globe: { label: 'Globe', shape: Globe },
  lock: { label: 'Lock', shape: Lock },
  star: { label: 'Star', shape: Star },
  wrench: { label: 'Wrench', shape: Wrench },
  message: { label: 'Message', shape: MessageSquare },
}
