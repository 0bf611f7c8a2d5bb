/** The vehicle or logger chosen last (`vehicle 7`, `device 3`), offered first the next time. */
const key = 'loggerhead_uploadTarget'

export const rememberedTarget = (): string => localStorage.getItem(key) ?? ''
export const rememberTarget = (target: string): void => localStorage.setItem(key, target)
