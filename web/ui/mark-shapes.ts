/** The shapes of the logo, on a 32 by 32 grid. */
export const markShapes = {
  hall: 'M16 2.5 30 14.4l-2 2.4-1.5-1.3V29.5h-21V15.5L4 16.8l-2-2.4Z',
  door: 'M12.5 29.5v-4.7a3.5 3.5 0 0 1 7 0v4.7Z',
  flag: 'M6.5 12.5h6L10 18.5ZM19.5 12.5h6L22 18.5Z',
  middleFlag: 'M13 13.5h6L16 19.7Z',
};
