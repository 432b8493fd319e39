/**
 * Every time zone of Windows: its IANA name, its name in Windows ('Standard Time' follows where
 * nothing else does), and the places that Windows shows for it. From CLDR's table
 * (common/supplemental/windowsZones.xml, version 7e11800).
 */
const table = `
Etc/GMT+12|Dateline|International Date Line West
Etc/GMT+11|UTC-11|Coordinated Universal Time-11
America/Adak|Aleutian|Aleutian Islands
Pacific/Honolulu|Hawaiian|Hawaii
Pacific/Marquesas|Marquesas|Marquesas Islands
America/Anchorage|Alaskan|Alaska
Etc/GMT+9|UTC-09|Coordinated Universal Time-09
America/Tijuana|Pacific Standard Time (Mexico)|Baja California
Etc/GMT+8|UTC-08|Coordinated Universal Time-08
America/Los_Angeles|Pacific|Pacific Time (US & Canada)
America/Phoenix|US Mountain|Arizona
America/Mazatlan|Mountain Standard Time (Mexico)|Chihuahua, La Paz, Mazatlan
America/Denver|Mountain|Mountain Time (US & Canada)
America/Whitehorse|Yukon|Yukon
America/Guatemala|Central America|Central America
America/Chicago|Central|Central Time (US & Canada)
Pacific/Easter|Easter Island|Easter Island
America/Mexico_City|Central Standard Time (Mexico)|Guadalajara, Mexico City, Monterrey
America/Regina|Canada Central|Saskatchewan
America/Bogota|SA Pacific|Bogota, Lima, Quito, Rio Branco
America/Cancun|Eastern Standard Time (Mexico)|Chetumal
America/New_York|Eastern|Eastern Time (US & Canada)
America/Port-au-Prince|Haiti|Haiti
America/Havana|Cuba|Havana
America/Indianapolis|US Eastern|Indiana (East)
America/Grand_Turk|Turks And Caicos|Turks and Caicos
America/Asuncion|Paraguay|Asuncion
America/Halifax|Atlantic|Atlantic Time (Canada)
America/Caracas|Venezuela|Caracas
America/Cuiaba|Central Brazilian|Cuiaba
America/La_Paz|SA Western|Georgetown, La Paz, Manaus, San Juan
America/Santiago|Pacific SA|Santiago
America/St_Johns|Newfoundland|Newfoundland
America/Araguaina|Tocantins|Araguaina
America/Sao_Paulo|E. South America|Brasilia
America/Cayenne|SA Eastern|Cayenne, Fortaleza
America/Buenos_Aires|Argentina|City of Buenos Aires
America/Godthab|Greenland|Greenland
America/Montevideo|Montevideo|Montevideo
America/Punta_Arenas|Magallanes|Punta Arenas
America/Miquelon|Saint Pierre|Saint Pierre and Miquelon
America/Bahia|Bahia|Salvador
Etc/GMT+2|UTC-02|Coordinated Universal Time-02
Atlantic/Azores|Azores|Azores
Atlantic/Cape_Verde|Cape Verde|Cabo Verde Is.
UTC|UTC|Coordinated Universal Time
Europe/London|GMT|Dublin, Edinburgh, Lisbon, London
Atlantic/Reykjavik|Greenwich|Monrovia, Reykjavik
Africa/Sao_Tome|Sao Tome|Sao Tome
Africa/Casablanca|Morocco|Casablanca
Europe/Berlin|W. Europe|Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna
Europe/Budapest|Central Europe|Belgrade, Bratislava, Budapest, Ljubljana, Prague
Europe/Paris|Romance|Brussels, Copenhagen, Madrid, Paris
Europe/Warsaw|Central European|Sarajevo, Skopje, Warsaw, Zagreb
Africa/Lagos|W. Central Africa|West Central Africa
Asia/Amman|Jordan|Amman
Europe/Bucharest|GTB|Athens, Bucharest
Asia/Beirut|Middle East|Beirut
Africa/Cairo|Egypt|Cairo
Europe/Chisinau|E. Europe|Chisinau
Asia/Damascus|Syria|Damascus
Asia/Hebron|West Bank|Gaza, Hebron
Africa/Johannesburg|South Africa|Harare, Pretoria
Europe/Kiev|FLE|Helsinki, Kyiv, Riga, Sofia, Tallinn, Vilnius
Asia/Jerusalem|Israel|Jerusalem
Africa/Juba|South Sudan|Juba
Europe/Kaliningrad|Kaliningrad|Kaliningrad
Africa/Khartoum|Sudan|Khartoum
Africa/Tripoli|Libya|Tripoli
Africa/Windhoek|Namibia|Windhoek
Asia/Baghdad|Arabic|Baghdad
Europe/Istanbul|Turkey|Istanbul
Asia/Riyadh|Arab|Kuwait, Riyadh
Europe/Minsk|Belarus|Minsk
Europe/Moscow|Russian|Moscow, St. Petersburg
Africa/Nairobi|E. Africa|Nairobi
Asia/Tehran|Iran|Tehran
Asia/Dubai|Arabian|Abu Dhabi, Muscat
Europe/Astrakhan|Astrakhan|Astrakhan, Ulyanovsk
Asia/Baku|Azerbaijan|Baku
Europe/Samara|Russia Time Zone 3|Izhevsk, Samara
Indian/Mauritius|Mauritius|Port Louis
Europe/Saratov|Saratov|Saratov
Asia/Tbilisi|Georgian|Tbilisi
Europe/Volgograd|Volgograd|Volgograd
Asia/Yerevan|Caucasus|Yerevan
Asia/Kabul|Afghanistan|Kabul
Asia/Tashkent|West Asia|Ashgabat, Tashkent
Asia/Yekaterinburg|Ekaterinburg|Ekaterinburg
Asia/Karachi|Pakistan|Islamabad, Karachi
Asia/Qyzylorda|Qyzylorda|Qyzylorda
Asia/Calcutta|India|Chennai, Kolkata, Mumbai, New Delhi
Asia/Colombo|Sri Lanka|Sri Jayawardenepura
Asia/Katmandu|Nepal|Kathmandu
Asia/Bishkek|Central Asia|Astana
Asia/Dhaka|Bangladesh|Dhaka
Asia/Omsk|Omsk|Omsk
Asia/Rangoon|Myanmar|Yangon (Rangoon)
Asia/Bangkok|SE Asia|Bangkok, Hanoi, Jakarta
Asia/Barnaul|Altai|Barnaul, Gorno-Altaysk
Asia/Hovd|W. Mongolia|Hovd
Asia/Krasnoyarsk|North Asia|Krasnoyarsk
Asia/Novosibirsk|N. Central Asia|Novosibirsk
Asia/Tomsk|Tomsk|Tomsk
Asia/Shanghai|China|Beijing, Chongqing, Hong Kong, Urumqi
Asia/Irkutsk|North Asia East|Irkutsk
Asia/Singapore|Singapore|Kuala Lumpur, Singapore
Australia/Perth|W. Australia|Perth
Asia/Taipei|Taipei|Taipei
Asia/Ulaanbaatar|Ulaanbaatar|Ulaanbaatar
Australia/Eucla|Aus Central W.|Eucla
Asia/Chita|Transbaikal|Chita
Asia/Tokyo|Tokyo|Osaka, Sapporo, Tokyo
Asia/Pyongyang|North Korea|Pyongyang
Asia/Seoul|Korea|Seoul
Asia/Yakutsk|Yakutsk|Yakutsk
Australia/Adelaide|Cen. Australia|Adelaide
Australia/Darwin|AUS Central|Darwin
Australia/Brisbane|E. Australia|Brisbane
Australia/Sydney|AUS Eastern|Canberra, Melbourne, Sydney
Pacific/Port_Moresby|West Pacific|Guam, Port Moresby
Australia/Hobart|Tasmania|Hobart
Asia/Vladivostok|Vladivostok|Vladivostok
Australia/Lord_Howe|Lord Howe|Lord Howe Island
Pacific/Bougainville|Bougainville|Bougainville Island
Asia/Srednekolymsk|Russia Time Zone 10|Chokurdakh
Asia/Magadan|Magadan|Magadan
Pacific/Norfolk|Norfolk|Norfolk Island
Asia/Sakhalin|Sakhalin|Sakhalin
Pacific/Guadalcanal|Central Pacific|Solomon Is., New Caledonia
Asia/Kamchatka|Russia Time Zone 11|Anadyr, Petropavlovsk-Kamchatsky
Pacific/Auckland|New Zealand|Auckland, Wellington
Etc/GMT-12|UTC+12|Coordinated Universal Time+12
Pacific/Fiji|Fiji|Fiji
Pacific/Chatham|Chatham Islands|Chatham Islands
Etc/GMT-13|UTC+13|Coordinated Universal Time+13
Pacific/Tongatapu|Tonga|Nuku'alofa
Pacific/Apia|Samoa|Samoa
Pacific/Kiritimati|Line Islands|Kiritimati Island
`;

const rows = table
  .trim()
  .split('\n')
  .map((row) => row.split('|'));

const fullName = (name: string) => (/\d|\(|^UTC$/.test(name) ? name : `${name} Standard Time`);

/** By the name in Windows, in lower case: 'w. europe standard time'. */
export const zonesOfWindows: ReadonlyMap<string, string> = new Map(
  rows.map(([zone = '', name = '']) => [fullName(name).toLowerCase(), zone]),
);

/** By each of the places, in lower case: 'amsterdam'. The first of two namesakes counts. */
export const zonesOfPlaces: ReadonlyMap<string, string> = new Map(
  rows
    .toReversed()
    .flatMap(([zone = '', , places = '']) =>
      places.split(', ').map((place): [string, string] => [place.toLowerCase(), zone]),
    ),
);
