/** Returns `#rrggbb` in lower case or null, so that no other text reaches a style sheet. */
export function readHex(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const text = value.trim().toLowerCase();
  if (/^#[0-9a-f]{6}$/.test(text)) return text;
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/.exec(text);
  return short
    ? `#${short
        .slice(1)
        .map((digit) => digit + digit)
        .join('')}`
    : null;
}

function readChannels(hex: string): [number, number, number] {
  const value = Number.parseInt(hex.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

/** `share` of the second colour in the first, from 0 to 1. */
export function mixColors(first: string, second: string, share: number): string {
  const from = readChannels(first);
  const to = readChannels(second);
  const mixed = from.map((channel, index) => Math.round(channel + ((to[index] ?? 0) - channel) * share));
  return `#${mixed.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

/** WCAG 2.2, "relative luminance". */
function measureLuminance(hex: string): number {
  const [red, green, blue] = readChannels(hex).map((channel) => {
    const part = channel / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** WCAG 2.2, "contrast ratio": from 1 to 21. */
export function measureContrast(first: string, second: string): number {
  const [high, low] = [measureLuminance(first), measureLuminance(second)].sort((a, b) => b - a) as [
    number,
    number,
  ];
  return (high + 0.05) / (low + 0.05);
}

export function isDark(hex: string): boolean {
  return measureLuminance(hex) < 0.18;
}

/** The nearest shade of a colour that is readable on the background. */
export function fitContrast(color: string, background: string, atLeast: number): string {
  const towards = isDark(background) ? '#ffffff' : '#000000';
  for (let share = 0; share < 1; share += 0.04) {
    const shade = mixColors(color, towards, share);
    if (measureContrast(shade, background) >= atLeast) return shade;
  }
  return towards;
}
