import { chooseColorScheme, useColorSchemeChoice } from '#web/theme/color-scheme.ts'
import type { ColorSchemeChoice } from '#web/theme/color-scheme.ts'
import { Icon } from '#web/ui/icon.tsx'
import type { IconName } from '#web/ui/icon.tsx'
import { Menu, MenuButton } from '#web/ui/menu.tsx'

const choices: ReadonlyArray<{ choice: ColorSchemeChoice; label: string; icon: IconName }> = [
  { choice: 'light', label: 'Light', icon: 'sun' },
  { choice: 'dark', label: 'Dark', icon: 'moon' },
  { choice: 'auto', label: 'As the system', icon: 'auto' },
]

export function ColorSchemeMenu() {
  const chosen = useColorSchemeChoice()
  const shown = choices.find(({ choice }) => choice === chosen)
  const trigger = {
    className: 'button quiet icon',
    'aria-label': `Colours: ${shown?.label}`,
    title: 'Colours',
    children: <Icon name={shown?.icon ?? 'auto'} />,
  }
  return (
    <Menu align="end" trigger={trigger}>
      {choices.map(({ choice, label, icon }) => (
        <MenuButton key={choice} role="menuitemradio" aria-checked={choice === chosen} onClick={() => chooseColorScheme(choice)}>
          <Icon name={icon} size={16} /> {label} {choice === chosen ? <Icon name="check" size={16} /> : null}
        </MenuButton>
      ))}
    </Menu>
  )
}
