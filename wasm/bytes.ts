export function isDigit(byte: u8): bool {
  return byte - 48 < 10;
}

export function isLetter(byte: u8): bool {
  return (byte | 32) - 97 < 26;
}

export function isWord(byte: u8): bool {
  return isLetter(byte) || isDigit(byte) || byte === 95;
}

export function isSpace(byte: u8): bool {
  return byte === 32 || byte - 9 < 4;
}
