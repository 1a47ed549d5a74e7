package scenario_test

// The army lists and the placements of the specification, with the changes that docs/balance gives; TestArmies and TestPlacements compare them with
// what is read from the packs.

// listedUnits has: id,army,command,name,type,M,VBU,I,discipline,VD,weapon,rows,depth,traits,commander,points,notes.
const listedUnits = `
R1.1,romans,1,Hastati I,FP,5,6,2,B,2,none,1,3,legionary+line_relief,no,25,hastati
R1.2,romans,1,Hastati II,FP,5,6,2,B,2,none,1,3,legionary+line_relief,no,25,hastati
R1.3,romans,1,Principes I,FP,5,6,2,A,2,none,1,3,legionary+line_relief,no,27,principes
R1.4,romans,1,Principes II,FP,5,6,2,A,2,none,1,3,legionary+line_relief,no,27,principes
R1.5,romans,1,Triarii,FP,5,6,1,A,3,none,1,3,long_spear,yes,25,-
R1.6,romans,1,Velites I,S,8,3,0,B,1,javelin,1,2,none,no,15,-
R1.7,romans,1,Velites II,S,8,3,0,B,1,javelin,1,2,none,no,15,-
R1.8,romans,1,Italian cavalry,CM,10,5,2,B,2,none,1,6,none,no,19,-
R2.1,romans,2,Equites,CM,10,6,2,B,2,none,1,6,none,yes,22,-
R2.2,romans,2,Allied foot I,FP,5,6,1,B,2,none,1,3,long_spear,no,23,-
R2.3,romans,2,Allied foot II,FP,5,6,1,B,2,none,1,3,long_spear,no,23,-
R2.4,romans,2,Numidian allies,CL,12,3,1,B,1,javelin,1,6,none,no,16,-
C1.1,carthaginians,1,Libyan veterans I,FP,5,6,2,A,3,none,1,3,long_spear,yes,26,-
C1.2,carthaginians,1,Libyan veterans II,FP,5,6,2,A,3,none,1,3,long_spear,no,26,-
C1.3,carthaginians,1,Gauls I,FL,8,4,4,C,3,none,2,8,warband+impetuous,no,21,-
C1.4,carthaginians,1,Gauls II,FL,8,4,4,C,3,none,2,8,warband+impetuous,no,21,-
C1.5,carthaginians,1,Elephants,El,8,4,4,C,2,none,1,4,none,no,16,-
C1.6,carthaginians,1,Balearic slingers,S,8,3,0,B,1,sling,1,2,none,no,15,-
C1.7,carthaginians,1,Numidians II,CL,12,4,1,B,1,javelin,1,6,none,no,19,-
C2.1,carthaginians,2,Heavy cavalry I,CM,10,5,3,B,2,none,1,6,none,yes,20,Punic and Iberian horse
C2.2,carthaginians,2,Heavy cavalry II,CM,10,5,3,B,2,none,1,6,none,no,20,Gallic horse
C2.3,carthaginians,2,Numidians I,CL,12,4,1,B,1,javelin,1,6,none,no,19,-
C2.4,carthaginians,2,Iberian scutarii,FL,8,5,3,B,2,none,1,4,none,no,20,-
C2.5,carthaginians,2,Libyan javelinmen,S,8,2,0,B,1,javelin,1,2,none,no,12,-
M1.1,macedonians,1,Companions I,CP,10,5,3,A,3,none,1,6,none,yes,22,-
M1.2,macedonians,1,Companions II,CP,10,6,3,A,3,none,1,6,none,no,25,-
M1.3,macedonians,1,Hypaspists,FP,5,5,2,A,3,none,1,3,long_spear,no,23,-
M1.4,macedonians,1,Prodromoi,CL,12,4,2,B,1,none,1,6,none,no,16,lances
M1.5,macedonians,1,Agrianians,S,8,2,0,A,1,javelin,1,2,none,no,14,-
M1.6,macedonians,1,Cretan archers,S,8,2,0,B,1,short_bow_B,1,2,none,no,12,-
M2.1,macedonians,2,Phalanx I,FP,5,5,1,B,3,none,2,6,pike,no,39,-
M2.2,macedonians,2,Phalanx II,FP,5,5,1,B,3,none,2,6,pike,no,39,-
M2.3,macedonians,2,Greek hoplites,FP,5,5,1,B,2,none,1,3,long_spear,no,20,-
M2.4,macedonians,2,Thessalians,CM,10,6,3,B,2,none,1,6,none,yes,23,-
M2.5,macedonians,2,Thracians,FL,8,4,2,C,1,javelin,1,4,none,no,18,-
P1.1,persians,1,Guard cavalry,CM,10,6,3,A,3,none,1,6,none,yes,25,-
P1.2,persians,1,Greek mercenaries I,FP,5,5,1,B,2,none,1,3,long_spear,no,20,-
P1.3,persians,1,Greek mercenaries II,FP,5,5,1,B,2,none,1,3,long_spear,no,20,-
P1.4,persians,1,Kardakes I,FL,8,4,1,C,1,javelin,1,4,none,no,17,-
P1.5,persians,1,Kardakes II,FL,8,4,1,C,1,javelin,1,4,none,no,17,-
P1.6,persians,1,Apple-bearers,FP,5,5,2,B,3,none,1,3,long_spear,no,21,-
P1.7,persians,1,Archers I,T,6,3,0,C,1,short_bow_B,1,4,none,no,13,-
P1.8,persians,1,Archers II,T,6,3,0,C,1,short_bow_B,1,4,none,no,13,-
P1.9,persians,1,Scythed chariots,CF,10,4,5,C,1,none,1,4,none,no,17,-
P1.10,persians,1,Slingers I,S,8,2,0,C,1,sling,1,2,none,no,10,-
P1.11,persians,1,Slingers II,S,8,2,0,C,1,sling,1,2,none,no,10,-
P2.1,persians,2,Persian horse I,CM,10,5,2,B,2,none,1,6,none,yes,19,-
P2.2,persians,2,Persian horse II,CM,10,5,2,B,2,none,1,6,none,no,19,-
P2.3,persians,2,Bactrian nobles,CM,10,5,3,C,2,none,1,6,none,no,18,-
P2.4,persians,2,Horse archers I,CL,12,3,0,B,1,composite_bow_C,1,6,none,no,15,-
P2.5,persians,2,Horse archers II,CL,12,3,0,B,1,composite_bow_C,1,6,none,no,15,-
`

// listedCommands has: army,command,commander,quality,leadership,points,commander_in_chief,attached_to,structure,command_vd,routs_at.
const listedCommands = `
romans,1,the Consul,Expert,3,25,yes,R1.5,Good,15,8
romans,2,a Legate,Fair,2,12,no,R2.1,Good,7,4
carthaginians,1,Hannibal,Genius,4,40,yes,C1.1,Average,16,8
carthaginians,2,Maharbal,Fair,2,12,no,C2.1,Average,8,4
macedonians,1,Alexander,Charismatic,4,40,yes,M1.1,Average,12,6
macedonians,2,Parmenion,Fair,2,12,no,M2.4,Average,11,6
persians,1,Darius,Fair,2,12,yes,P1.1,Average,17,9
persians,2,Nabarzanes,Fair,2,12,no,P2.1,Average,8,4
`

// listedPlaces has: id,x,y,heading.
const listedPlaces = `
R1.1,84,40,0
R1.2,92,40,0
R1.3,84,34,0
R1.4,92,34,0
R1.5,88,28,0
R1.6,84,44,0
R1.7,92,44,0
R1.8,108,40,0
R2.1,52,40,0
R2.2,68,40,0
R2.3,76,40,0
R2.4,40,40,0
romans-camp,88,8,0
C1.1,76,84,180
C1.2,100,84,180
C1.3,84,84,180
C1.4,92,84,180
C1.5,88,76,180
C1.6,68,86,180
C1.7,112,80,180
C2.1,60,80,180
C2.2,52,80,180
C2.3,40,80,180
C2.4,68,80,180
C2.5,68,76,180
carthaginians-camp,88,112,180
M1.1,120,40,0
M1.2,112,40,0
M1.3,98,40,0
M1.4,128,40,0
M1.5,138,40,0
M1.6,106,34,0
M2.1,82,40,0
M2.2,90,40,0
M2.3,74,40,0
M2.4,50,40,0
M2.5,58,40,0
macedonians-camp,90,8,0
P1.1,92,84,180
P1.2,84,65,180
P1.3,92,65,180
P1.4,76,66,180
P1.5,100,66,180
P1.6,92,76,180
P1.7,108,66,180
P1.8,116,66,180
P1.9,66,66,180
P1.10,124,66,180
P1.11,124,70,180
P2.1,40,68,180
P2.2,48,68,180
P2.3,32,68,180
P2.4,20,68,180
P2.5,56,68,180
persians-camp,92,112,180
`
