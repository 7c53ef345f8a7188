/** Names as in a British payroll file: of many origins, with accents, hyphens and apostrophes, some of them long. */
// oxfmt-ignore
export const femaleNames = [
  'Amelia', 'Olivia', 'Isla', 'Ava', 'Emily', 'Grace', 'Freya', 'Poppy', 'Charlotte', 'Sophie', 'Lucy', 'Hannah', 'Rebecca',
  'Sarah', 'Claire', 'Nicola', 'Karen', 'Susan', 'Margaret', 'Patricia', 'Elizabeth', 'Victoria', 'Catherine', 'Joanne',
  'Siân', 'Zoë', 'Chloë', 'Renée', 'Niamh', 'Saoirse', 'Órla', 'Bláthnaid', 'Eilidh', 'Mairéad', 'Catrìona', 'Angharad',
  'Cerys', 'Ffion', 'Rhiannon', 'Aisha', 'Fatima', 'Maryam', 'Zainab', 'Noor', 'Priya', 'Anjali', 'Deepika', 'Harpreet',
  'Manpreet', 'Sunita', 'Lakshmi', 'Mei-Ling', 'Xiu Ying', 'Agnieszka', 'Małgorzata', 'Katarzyna', 'Ioana', 'Ștefania',
  'María José', 'Núria', 'Inês', 'Françoise', 'Anaïs', 'Hélène-Marie', 'Björk', 'Åsa', 'Oluwaseunfunmi', 'Chidinma',
  'Adaeze', 'Abena', 'Akosua', 'Thandiwe', 'Yasmin', 'Leila', 'Parisa', 'Ayşe', 'Elif', 'Gül', 'Ngọc', 'Thuý', 'Bo', 'Jo',
] as const

// oxfmt-ignore
export const maleNames = [
  'Oliver', 'George', 'Harry', 'Noah', 'Jack', 'Leo', 'Arthur', 'Oscar', 'Charlie', 'Thomas', 'James', 'William', 'Joshua',
  'Daniel', 'Matthew', 'Andrew', 'Paul', 'Mark', 'David', 'Stephen', 'Christopher', 'Michael', 'Robert', 'Peter', 'Alan',
  'Seán', 'Pádraig', 'Cillian', 'Tadhg', 'Ruairí', 'Callum', 'Hamish', 'Fergus', 'Iain', 'Llŷr', 'Gruffudd', 'Rhodri',
  'Dafydd', 'Ioan', 'Mohammed', 'Muhammad', 'Yusuf', 'Ibrahim', 'Omar', 'Hassan', 'Arjun', 'Rohan', 'Vikram', 'Gurpreet',
  'Harjit', 'Sanjay', 'Wei', 'Zhi Hao', 'Łukasz', 'Paweł', 'Krzysztof', 'Andrei', 'Ștefan', 'José', 'João', 'Iñigo',
  'François', 'René', 'Jörg', 'Søren', 'Åke', 'Oluwadamilola', 'Chukwuemeka', 'Kwame', 'Kofi', 'Tendai', 'Sipho', 'Kareem',
  'Reza', 'Mehmet', 'Çağlar', 'Nguyên', 'Minh', 'Ed', 'Al',
] as const

// oxfmt-ignore
export const surnames = [
  'Smith', 'Jones', 'Taylor', 'Brown', 'Williams', 'Wilson', 'Johnson', 'Davies', 'Robinson', 'Wright', 'Thompson', 'Evans',
  'Walker', 'White', 'Roberts', 'Green', 'Hall', 'Wood', 'Jackson', 'Clarke', 'Patel', 'Khan', 'Lewis', 'James', 'Phillips',
  'Mason', 'Mitchell', 'Rose', 'Davis', 'Rodríguez', 'Hart', 'Osei', 'Murphy', 'Kaya', 'Ali', 'Lin', 'Cole', 'Reid',
  "O'Brien", "O'Sullivan", 'Ó Súilleabháin', 'Ní Dhónaill', 'MacGillivray', 'McLaughlin', 'Mac Giolla Phádraig', "D'Souza",
  'Llewellyn', 'ap Gwilym', 'Pugh', 'Prothero', 'Cholmondeley-Featherstonehaugh', 'Smythe-Williamson', 'Fitzgerald-Moore',
  'St John', 'de la Cruz', 'van der Berg', 'von Hohenlohe-Langenburg', 'Begum', 'Hussain', 'Ahmed', 'Choudhury', 'Singh',
  'Kaur', 'Sharma', 'Gupta', 'Venkataraman', 'Chatterjee', 'Balasubramaniam', 'Chen', 'Wong', 'Nguyễn', 'Kowalski',
  'Wójcik', 'Brzęczyszczykiewicz', 'Nowak', 'Müller', 'Schröder', 'Østergård', 'Lindström', 'Hernández', 'Gonçalves',
  'Almeida', 'Lefèvre', 'Béranger', 'Rossi', 'Popescu', 'Țepeș', 'Novák', 'Horváth', 'Papadopoulos', 'Öztürk', 'Yılmaz',
  'Adeyemi', 'Okonkwo', 'Oyelaran-Adebayo', 'Mensah', 'Asante', 'Ndlovu', 'Dlamini', 'Haile', 'Mbeki', 'Ng', 'Li', 'Wu',
  'Abernathy', 'Ashworth', 'Barraclough', 'Bickerstaffe', 'Entwistle', 'Higginbotham', 'Ramsbottom', 'Sidebottom',
  'Thistlethwaite', 'Winterbottom', 'Featherstone', 'Blenkinsop', 'Postlethwaite', 'Oakeshott', 'Penhaligon', 'Trelawny',
] as const

/** Job titles with cost centre, payroll, and yearly salary range in pounds. */
// oxfmt-ignore
export const posts = [
  { title: 'Conductor', costCentre: 'CREW', crew: true, from: 30_000, to: 38_000, weight: 16 },
  { title: 'Train driver', costCentre: 'CREW', crew: true, from: 48_000, to: 66_000, weight: 12 },
  { title: 'Dispatcher', costCentre: 'OPS', crew: true, from: 29_000, to: 36_000, weight: 9 },
  { title: 'Cleaner', costCentre: 'FAC', crew: true, from: 24_800, to: 28_000, weight: 10 },
  { title: 'Station assistant', costCentre: 'CUST', crew: true, from: 26_000, to: 33_000, weight: 12 },
  { title: 'Track technician', costCentre: 'ENG', crew: true, from: 31_000, to: 43_000, weight: 9 },
  { title: 'Customer service adviser', costCentre: 'CUST', crew: false, from: 25_500, to: 32_000, weight: 9 },
  { title: 'Timetable planner', costCentre: 'OPS', crew: false, from: 36_000, to: 52_000, weight: 5 },
  { title: 'Signalling engineer', costCentre: 'ENG', crew: false, from: 38_000, to: 62_000, weight: 6 },
  { title: 'Data analyst', costCentre: 'FIN', crew: false, from: 31_000, to: 50_000, weight: 4 },
  { title: 'Accountant', costCentre: 'FIN', crew: false, from: 38_000, to: 60_000, weight: 3 },
  { title: 'Software developer', costCentre: 'IT', crew: false, from: 42_000, to: 75_000, weight: 4 },
  { title: 'People services partner', costCentre: 'PPL', crew: false, from: 40_000, to: 66_000, weight: 2 },
  { title: 'Solicitor', costCentre: 'LEGAL', crew: false, from: 58_000, to: 92_000, weight: 1 },
  { title: 'Director of rolling stock and depot engineering', costCentre: 'ENG', crew: false, from: 98_000, to: 165_000, weight: 1 },
] as const

// oxfmt-ignore
export const places = [
  'York', 'Leeds', 'Crewe', 'Sheffield', 'Manchester', 'Cardiff', 'Newcastle upon Tyne', 'Bristol', 'Reading', 'Derby',
  'Stoke-on-Trent', 'Llanelli', 'Glasgow', 'Edinburgh', 'Inverness',
] as const

export const scottishPlaces: ReadonlySet<string> = new Set(['Glasgow', 'Edinburgh', 'Inverness'])
