import { ChevronDown } from 'lucide-react'
import { Icon } from '#web/ui/mark/icon.tsx'
import { Menu, type MenuGroup } from '#web/ui/overlay/menu.tsx'

export const TitleMenu = ({ title, label, groups }: { title: string; label: string; groups: MenuGroup[] }) => (
  <>
    <span className="max-md:hidden">{title}</span>
    <span className="md:hidden">
      <Menu
        label={label}
        groups={groups}
        button={
          <button type="button" className="touch-area inline-flex items-center gap-1.5 rounded-xs">
            {title}
            <Icon of={ChevronDown} size={14} className="text-ink-3" />
          </button>
        }
      />
    </span>
  </>
)
