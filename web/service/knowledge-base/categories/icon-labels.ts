import type { Category } from '#web/service/knowledge-base/article/types.ts'

export const iconLabels: Record<Category['icon'], string> = {
  book: 'Book',
  rocket: 'Rocket',
  'life-buoy': 'Life buoy',
  settings: 'Gear',
  users: 'People',
  calendar: 'Calendar',
  'credit-card': 'Card',
  shield: 'Shield',
  mail: 'Letter',
  phone: 'Phone',
  plug: 'Plug',
  code: 'Code',
  bell: 'Bell',
  chart: 'Chart',
  file: 'Sheet',
  globe: 'Globe',
  lock: 'Lock',
  star: 'Star',
  wrench: 'Wrench',
  message: 'Message',
}
