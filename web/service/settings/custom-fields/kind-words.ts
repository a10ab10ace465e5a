import {
  AlignLeft,
  AtSign,
  Calendar,
  CalendarClock,
  Hash,
  Link,
  List,
  Percent,
  Phone,
  ToggleLeft,
  Type,
} from 'lucide-react'
import type { CustomFieldKind } from '#contract/fields/custom-field-values.ts'
import type { IconShape } from '#web/ui/mark/icon.tsx'

/** Labels and icons of the kinds for the list, which loads without their inputs. */
export const kindLabels: Record<CustomFieldKind, string> = {
  text: 'Text',
  long_text: 'Long text',
  integer: 'Whole number',
  decimal: 'Decimal number',
  boolean: 'Yes or no',
  date: 'Date',
  datetime: 'Date and time',
  select: 'Choice',
  url: 'URL',
  email: 'E-mail',
  phone: 'Phone',
}

export const kindIcons: Record<CustomFieldKind, IconShape> = {
  text: Type,
  long_text: AlignLeft,
  integer: Hash,
  decimal: Percent,
  boolean: ToggleLeft,
  date: Calendar,
  datetime: CalendarClock,
  select: List,
  url: Link,
  email: AtSign,
  phone: Phone,
}
