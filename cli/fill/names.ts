/** The words for the filled data, the most common first, because the generator picks the first ones more often. */

const words = (text: string) => text.trim().split(/\s+/);

export const firstnames = words(`
  James Mary Michael Patricia Robert Jennifer John Linda David Elizabeth William Barbara Richard Susan Joseph Jessica
  Thomas Karen Christopher Sarah Charles Lisa Daniel Nancy Matthew Sandra Anthony Betty Mark Ashley Donald Emily Steven
  Kimberly Andrew Margaret Paul Donna Joshua Michelle Kenneth Carol Kevin Amanda Brian Melissa Timothy Deborah Ronald
  Stephanie Jason Rebecca George Sharon Edward Laura Jeffrey Cynthia Ryan Amy Jacob Kathleen Nicholas Angela Gary Shirley
  Eric Brenda Jonathan Emma Stephen Anna Larry Pamela Justin Nicole Scott Samantha Brandon Katherine Ricardo José Zoë
  Siobhán Priya Wei Fatima Kofi Yusuf Ximena Anaïs`);

export const lastnames = words(`
  Smith Johnson Williams Brown Jones García Miller Davis Rodriguez Martinez Hernandez Lopez Gonzalez Wilson Anderson Thomas
  Taylor Moore Jackson Martin Lee Perez Thompson White Harris Sanchez Clark Ramirez Lewis Robinson Walker Young Allen King
  Wright Scott Torres Nguyen Hill Flores Green Adams Nelson Baker Hall Rivera Campbell Mitchell Carter Roberts Gomez
  Phillips Evans Turner Diaz Parker Cruz Edwards Collins Reyes Stewart Morris Morales Murphy Cook Rogers Gutierrez Ortiz
  Morgan Cooper Peterson Bailey Reed Kelly Howard Ramos Kim Cox Ward Richardson Watson Brooks Chavez Wood Bennett Gray
  Mendoza Ruiz Hughes Price Alvarez Castillo Sanders Patel Myers Long Ross Foster Jimenez O'Brien O'Connor D'Angelo
  Núñez Müller Søndergaard Goldsmith Blacksmith Fredericks Richter`);

/** Parts that rare last names are composed of. */
export const nameHeads = words(`
  Ab Al Bar Bel Bran Cal Car Dal Dor El Fen Gar Hal Har Ker Lan Mar Nor Oak Pem Quin Rav Sel Tor Ul Van Wex Yar Zan Thorn`);
export const nameMiddles = words(`a e i o u an el in or ur ber dal ger len mar ner ric ser ten vel`);
export const nameTails = words(`
  berg croft dale field ford ham kin land ley man mere mont more ner ny quist ridge rud sen shaw ski smyth son stad ston
  ton vik ward well wick wood worth`);

export const trades = [
  'Roofing',
  'Plumbing',
  'Electric',
  'Interiors',
  'Landscape',
  'Tile & Stone',
  'HVAC',
  'Masonry',
  'Painting',
  'Fire Safety',
  'Logistics',
  'Home Care',
];

/** City, state and postal code. */
export const cities = [
  ['Austin', 'TX', '78751'],
  ['Portland', 'OR', '97205'],
  ['Fresno', 'CA', '93704'],
  ['Spokane', 'WA', '99201'],
  ['Boulder', 'CO', '80302'],
  ['Tucson', 'AZ', '85705'],
  ['Dayton', 'OH', '45402'],
  ['Macon', 'GA', '31201'],
] as const;
