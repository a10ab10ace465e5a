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
import type { CategoryCard } from '#contract/reading.ts'
import { Icon, type IconShape } from '#web/ui/mark/icon.tsx'

const shapes: Record<CategoryCard['icon'], IconShape> = {
  book: BookOpen,
  rocket: Rocket,
  'life-buoy': LifeBuoy,
  settings: Settings,
  users: Users,
  calendar: Calendar,
  'credit-card': CreditCard,
  shield: Shield,
  mail: Mail,
  phone: Phone,
  plug: Plug,
  code: Code,
  bell: Bell,
  chart: ChartColumn,
  file: File,
  globe: Globe,
  lock: Lock,
  star: Star,
  wrench: Wrench,
  message: MessageSquare,
}

export function CategoryIcon({ name }: { name: CategoryCard['icon'] }) {
  return <Icon of={shapes[name]} size={18} className="mt-0.75 text-accent-ink" />
}
