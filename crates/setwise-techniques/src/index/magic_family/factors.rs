//! The factors and offsets of the overlapped tables, by piece (rook, bishop) and square (a1, b1 …
//! h8). The journal of the repository says how they were found (November 2026, *Overlapped tables*).

/// A factor, and the place of the entry with index 0. The place may be before the beginning of the
/// table, because only the entries of used indices must lie in the table.
#[derive(Clone, Copy)]
pub(super) struct Placed {
    pub(super) factor: u64,
    pub(super) first: i32,
}

/// A table of overlapping ranges.
pub(super) struct Packing {
    /// The factors and places, by piece and square.
    pub(super) placed: [[Placed; 64]; 2],
    /// The length of the table.
    pub(super) entries: usize,
}

/// Factors for the occupied squares among the relevant ones, in one table.
pub(super) const FIXED: Packing = Packing {
    entries: 104558,
    placed: [
        [
            Placed { factor: 0x0280001f803fffff, first: 1 }, // rook a1
            Placed { factor: 0xffc0012000100040, first: 16371 }, // rook b1
            Placed { factor: 0x1080088220001000, first: 16386 }, // rook c1
            Placed { factor: 0x2180080080300004, first: 20467 }, // rook d1
            Placed { factor: 0x1080068004000800, first: 20482 }, // rook e1
            Placed { factor: 0x0200041008020005, first: 24563 }, // rook f1
            Placed { factor: 0x1080010020801a00, first: 24578 }, // rook g1
            Placed { factor: 0x4100007f3efffffe, first: 4097 }, // rook h1
            Placed { factor: 0x8001800820400180, first: 28659 }, // rook a2
            Placed { factor: 0x4480801020008040, first: 7683 }, // rook b2
            Placed { factor: 0x0204801000802000, first: 3 }, // rook c2
            Placed { factor: 0x5800801000800800, first: 10243 }, // rook d2
            Placed { factor: 0xfc00400400020040, first: 65523 }, // rook e2
            Placed { factor: 0x1400400200010040, first: 65538 }, // rook f2
            Placed { factor: 0x1c00404000800100, first: 67571 }, // rook g2
            Placed { factor: 0x2101000040820100, first: 28674 }, // rook h2
            Placed { factor: 0x018002400040200c, first: 32755 }, // rook a3
            Placed { factor: 0x2a08002000100021, first: 67586 }, // rook b3
            Placed { factor: 0x1008808010012000, first: 69619 }, // rook c3
            Placed { factor: 0x4002002004082021, first: 69634 }, // rook d3
            Placed { factor: 0x0901808008000c00, first: 69621 }, // rook e3
            Placed { factor: 0x0018041008401002, first: 71702 }, // rook f3
            Placed { factor: 0x0020008001008002, first: 73715 }, // rook g3
            Placed { factor: 0x00010200088c0041, first: 32770 }, // rook h3
            Placed { factor: 0x2041802080024000, first: 36851 }, // rook a4
            Placed { factor: 0x0090204008020401, first: 73906 }, // rook b4
            Placed { factor: 0x1500080040100040, first: 75765 }, // rook c4
            Placed { factor: 0x0860040040080040, first: 75966 }, // rook d4
            Placed { factor: 0x1600020040040040, first: 77813 }, // rook e4
            Placed { factor: 0x0822000200100804, first: 78014 }, // rook f4
            Placed { factor: 0x0244800040400100, first: 79860 }, // rook g4
            Placed { factor: 0x0001204200009401, first: 36866 }, // rook h4
            Placed { factor: 0x00004000a4800480, first: 40947 }, // rook a5
            Placed { factor: 0x1010032000400040, first: 79863 }, // rook b5
            Placed { factor: 0x1810020100080400, first: 81908 }, // rook c5
            Placed { factor: 0x2010801000801800, first: 83444 }, // rook d5
            Placed { factor: 0x02a0400200400400, first: 83957 }, // rook e5
            Placed { factor: 0x1002000c02001028, first: 83958 }, // rook f5
            Placed { factor: 0x0020040802101001, first: 86005 }, // rook g5
            Placed { factor: 0x2000104302000084, first: 40962 }, // rook h5
            Placed { factor: 0x0802208040038000, first: 45043 }, // rook a6
            Placed { factor: 0x0510002000414000, first: 87540 }, // rook b6
            Placed { factor: 0x0010004008004010, first: 88177 }, // rook c6
            Placed { factor: 0x0128001000808008, first: 88054 }, // rook d6
            Placed { factor: 0x0344004002004004, first: 90225 }, // rook e6
            Placed { factor: 0x1012000408420010, first: 91636 }, // rook f6
            Placed { factor: 0x1210800100004040, first: 92273 }, // rook g6
            Placed { factor: 0x00004082c4020001, first: 45058 }, // rook h6
            Placed { factor: 0x0980002000400440, first: 49139 }, // rook a7
            Placed { factor: 0x1010012000c00040, first: 92275 }, // rook b7
            Placed { factor: 0x0200104120010100, first: 94321 }, // rook c7
            Placed { factor: 0x0080080040040040, first: 95730 }, // rook d7
            Placed { factor: 0x20108008000c0080, first: 96371 }, // rook e7
            Placed { factor: 0x0498400200010040, first: 97778 }, // rook f7
            Placed { factor: 0x0008820810110400, first: 98417 }, // rook g7
            Placed { factor: 0x0000140480c10200, first: 49154 }, // rook h7
            Placed { factor: 0xfffff83bdf7ffeff, first: 8193 }, // rook a8
            Placed { factor: 0x0400824000210011, first: 53235 }, // rook b8
            Placed { factor: 0x0200082000401101, first: 53250 }, // rook c8
            Placed { factor: 0x0045001000080421, first: 57331 }, // rook d8
            Placed { factor: 0x000600a010080402, first: 57346 }, // rook e8
            Placed { factor: 0x0201000204000805, first: 61427 }, // rook f8
            Placed { factor: 0x0003000094020009, first: 61442 }, // rook g8
            Placed { factor: 0xfffffff07cfbffbe, first: 12289 }, // rook h8
        ],
        [
            Placed { factor: 0x0020010102001040, first: 15875 }, // bishop a1
            Placed { factor: 0x1088020080101000, first: 16131 }, // bishop b1
            Placed { factor: 0x2001020020400100, first: 71704 }, // bishop c1
            Placed { factor: 0x2041010020080880, first: 73778 }, // bishop d1
            Placed { factor: 0x0000410800408089, first: 79296 }, // bishop e1
            Placed { factor: 0x0000808401114001, first: 79492 }, // bishop f1
            Placed { factor: 0x0040210402010008, first: 79620 }, // bishop g1
            Placed { factor: 0x0111010100420200, first: 78528 }, // bishop h1
            Placed { factor: 0x4820040800410020, first: 82110 }, // bishop a2
            Placed { factor: 0x0020480080208021, first: 82238 }, // bishop b2
            Placed { factor: 0x0480020200400814, first: 82420 }, // bishop c2
            Placed { factor: 0x0400010100200280, first: 82548 }, // bishop d2
            Placed { factor: 0xa01000410800a000, first: 82676 }, // bishop e2
            Placed { factor: 0x0086004042100040, first: 82934 }, // bishop f2
            Placed { factor: 0x6008010020840400, first: 83062 }, // bishop g2
            Placed { factor: 0x4000208011010104, first: 83190 }, // bishop h2
            Placed { factor: 0x0c08040102040040, first: 83318 }, // bishop a3
            Placed { factor: 0x1804000801004010, first: 94322 }, // bishop b3
            Placed { factor: 0x401000a100408100, first: 4099 },  // bishop c3
            Placed { factor: 0x8000800802004016, first: 4611 },  // bishop d3
            Placed { factor: 0x80a0404804100000, first: 100466 }, // bishop e3
            Placed { factor: 0x8002000500808404, first: 5123 },  // bishop f3
            Placed { factor: 0x0000801022004201, first: 94450 }, // bishop g3
            Placed { factor: 0x0200200480210042, first: 94578 }, // bishop h3
            Placed { factor: 0x0801040408080040, first: 94706 }, // bishop a4
            Placed { factor: 0x0104021801020020, first: 94834 }, // bishop b4
            Placed { factor: 0x8108010008004100, first: 5635 },  // bishop c4
            Placed { factor: 0x0020080021004029, first: 102510 }, // bishop d4
            Placed { factor: 0x0001001013004014, first: 103022 }, // bishop e4
            Placed { factor: 0x0041020001004300, first: 6147 },  // bishop f4
            Placed { factor: 0x0040210040404201, first: 94962 }, // bishop g4
            Placed { factor: 0x0080802000801042, first: 95090 }, // bishop h4
            Placed { factor: 0x0c01010100900400, first: 95218 }, // bishop a5
            Placed { factor: 0x0010410080440401, first: 95346 }, // bishop b5
            Placed { factor: 0x4102004104100100, first: 6659 },  // bishop c5
            Placed { factor: 0x8001040401080210, first: 103534 }, // bishop d5
            Placed { factor: 0x0000420022260080, first: 104046 }, // bishop e5
            Placed { factor: 0x0023100100008040, first: 7171 },  // bishop f5
            Placed { factor: 0x0000410100402084, first: 95474 }, // bishop g5
            Placed { factor: 0x0881004008008020, first: 95602 }, // bishop h5
            Placed { factor: 0x2002008084020801, first: 99826 }, // bishop a6
            Placed { factor: 0x0020410048040101, first: 99828 }, // bishop b6
            Placed { factor: 0x0003004022005002, first: 14339 }, // bishop c6
            Placed { factor: 0x1000042011000802, first: 14851 }, // bishop d6
            Placed { factor: 0x0800200208800400, first: 15363 }, // bishop e6
            Placed { factor: 0x0101100100408200, first: 78016 }, // bishop f6
            Placed { factor: 0x0000840080201880, first: 99954 }, // bishop g6
            Placed { factor: 0x0404004080080020, first: 99956 }, // bishop h6
            Placed { factor: 0x0080104402080202, first: 100082 }, // bishop a7
            Placed { factor: 0x0000808041008520, first: 100084 }, // bishop b7
            Placed { factor: 0x9820008010820000, first: 100210 }, // bishop c7
            Placed { factor: 0x0803000010108200, first: 12293 }, // bishop d7
            Placed { factor: 0x1200028400808080, first: 100212 }, // bishop e7
            Placed { factor: 0x0040020802002044, first: 100338 }, // bishop f7
            Placed { factor: 0x2002040040810011, first: 100340 }, // bishop g7
            Placed { factor: 0x1008020080101104, first: 100468 }, // bishop h7
            Placed { factor: 0x8009010082008200, first: 78784 }, // bishop a8
            Placed { factor: 0x0000848040404400, first: 100596 }, // bishop b8
            Placed { factor: 0x1108200080108200, first: 100722 }, // bishop c8
            Placed { factor: 0x8082000004101082, first: 12549 }, // bishop d8
            Placed { factor: 0x2420004104008080, first: 100723 }, // bishop e8
            Placed { factor: 0x0100049002004040, first: 100724 }, // bishop f8
            Placed { factor: 0x2088020800408080, first: 100850 }, // bishop g8
            Placed { factor: 0x4081080204002020, first: 79040 }, // bishop h8
        ],
    ],
};

/// Factors for the same and all squares that are not relevant, in one table.
pub(super) const BLACK: Packing = Packing {
    entries: 100687,
    placed: [
        [
            Placed { factor: 0xff7fffe03fffff80, first: 0 }, // rook a1
            Placed { factor: 0xa080088020044000, first: 16377 }, // rook b1
            Placed { factor: 0x4480041000812000, first: 16383 }, // rook c1
            Placed { factor: 0x0080080082100080, first: 20473 }, // rook d1
            Placed { factor: 0x6080080084000080, first: 20479 }, // rook e1
            Placed { factor: 0x0040092002200040, first: 22677 }, // rook f1
            Placed { factor: 0x01fffefc00080200, first: 12280 }, // rook g1
            Placed { factor: 0x0080003f00000180, first: 4095 }, // rook h1
            Placed { factor: 0x0000300014180005, first: 24523 }, // rook a2
            Placed { factor: 0x0300900080240004, first: 58576 }, // rook b2
            Placed { factor: 0x0204801000802000, first: 0 }, // rook c2
            Placed { factor: 0x5800801000800800, first: 62619 }, // rook d2
            Placed { factor: 0x0700400400020040, first: 60688 }, // rook e2
            Placed { factor: 0x0012001008041600, first: 62626 }, // rook f2
            Placed { factor: 0x0280800480010002, first: 62680 }, // rook g2
            Placed { factor: 0x0200800030880009, first: 27103 }, // rook h2
            Placed { factor: 0x0000808004400114, first: 30777 }, // rook a3
            Placed { factor: 0xf7f7ffeffff40001, first: 66596 }, // rook b3
            Placed { factor: 0x3400818010002000, first: 66736 }, // rook c3
            Placed { factor: 0x200400400800c001, first: 66530 }, // rook d3
            Placed { factor: 0x0284004002004004, first: 67337 }, // rook e3
            Placed { factor: 0x1020041008104002, first: 69070 }, // rook f3
            Placed { factor: 0x0020008001008002, first: 69349 }, // rook g3
            Placed { factor: 0xbffffe00007c000f, first: 31166 }, // rook h3
            Placed { factor: 0x0000017f7fffc000, first: 34872 }, // rook a4
            Placed { factor: 0x0090204008020401, first: 70881 }, // rook b4
            Placed { factor: 0x1500080040100040, first: 71731 }, // rook c4
            Placed { factor: 0x0860040040080040, first: 73054 }, // rook d4
            Placed { factor: 0x1600020040040040, first: 73795 }, // rook e4
            Placed { factor: 0x0822000200100804, first: 77016 }, // rook f4
            Placed { factor: 0x0610800080010002, first: 75588 }, // rook g4
            Placed { factor: 0x0500800080023100, first: 35263 }, // rook h4
            Placed { factor: 0x1300084008800080, first: 38965 }, // rook a5
            Placed { factor: 0x1010032000400040, first: 77017 }, // rook b5
            Placed { factor: 0x1600400800401000, first: 77891 }, // rook c5
            Placed { factor: 0x1420400800400401, first: 79386 }, // rook d5
            Placed { factor: 0x02a0400200400400, first: 79629 }, // rook e5
            Placed { factor: 0x0410400200400100, first: 81177 }, // rook f5
            Placed { factor: 0x0020040802101001, first: 81761 }, // rook g5
            Placed { factor: 0x40008000a0800300, first: 39359 }, // rook h5
            Placed { factor: 0x000003803fff8000, first: 43028 }, // rook a6
            Placed { factor: 0x0ca0100204000800, first: 83364 }, // rook b6
            Placed { factor: 0x0010004008004010, first: 83808 }, // rook c6
            Placed { factor: 0x208400c008004004, first: 85794 }, // rook d6
            Placed { factor: 0x0344004002004004, first: 85907 }, // rook e6
            Placed { factor: 0x7fbfffbfff003ffe, first: 87907 }, // rook f6
            Placed { factor: 0x7ffffbfff801ffff, first: 90550 }, // rook g6
            Placed { factor: 0x0000fc0010720001, first: 43454 }, // rook h6
            Placed { factor: 0x3ec08000003fff80, first: 8180 }, // rook a7
            Placed { factor: 0xb7ffe00000803f80, first: 89480 }, // rook b7
            Placed { factor: 0x2000010800430018, first: 90040 }, // rook c7
            Placed { factor: 0x0442000020850020, first: 90797 }, // rook d7
            Placed { factor: 0x6880040040020040, first: 93726 }, // rook e7
            Placed { factor: 0x4850400100020040, first: 93934 }, // rook f7
            Placed { factor: 0x2100201004080210, first: 94878 }, // rook g7
            Placed { factor: 0x0080000413088200, first: 47109 }, // rook h7
            Placed { factor: 0x0000081200810442, first: 8191 }, // rook a8
            Placed { factor: 0x0003bffffeffdd81, first: 47535 }, // rook b8
            Placed { factor: 0x80000300c0102001, first: 50342 }, // rook c8
            Placed { factor: 0x0000601000008877, first: 51627 }, // rook d8
            Placed { factor: 0x1101001008000401, first: 54438 }, // rook e8
            Placed { factor: 0x000200000febf7fe, first: 55723 }, // rook f8
            Placed { factor: 0x0000000800e1100c, first: 58529 }, // rook g8
            Placed { factor: 0x0000000121140882, first: 12287 }, // rook h8
        ],
        [
            Placed { factor: 0x0020010102001040, first: 7424 }, // bishop a1
            Placed { factor: 0x1088020080101000, first: 7585 }, // bishop b1
            Placed { factor: 0x2001020020400100, first: 26296 }, // bishop c1
            Placed { factor: 0x2041010020080880, first: 29060 }, // bishop d1
            Placed { factor: 0x11c040f800000000, first: 29187 }, // bishop e1
            Placed { factor: 0x0000808401114001, first: 29312 }, // bishop f1
            Placed { factor: 0x0000210108010406, first: 29440 }, // bishop g1
            Placed { factor: 0x0001001042021001, first: 28356 }, // bishop h1
            Placed { factor: 0x4820040800410020, first: 29712 }, // bishop a2
            Placed { factor: 0x0020480080208021, first: 29696 }, // bishop b2
            Placed { factor: 0x0480020200400814, first: 29833 }, // bishop c2
            Placed { factor: 0x0400010100200280, first: 29960 }, // bishop d2
            Placed { factor: 0xbfc0003f07fc2000, first: 30391 }, // bishop e2
            Placed { factor: 0x0086004042100040, first: 42678 }, // bishop f2
            Placed { factor: 0x6008010020840400, first: 42997 }, // bishop g2
            Placed { factor: 0x4000208011010104, first: 43061 }, // bishop h2
            Placed { factor: 0x0c08040102040040, first: 43085 }, // bishop a3
            Placed { factor: 0x1804000801004010, first: 43237 }, // bishop b3
            Placed { factor: 0x401000a100408100, first: 4096 }, // bishop c3
            Placed { factor: 0x8000800802004016, first: 4608 }, // bishop d3
            Placed { factor: 0x87bfc00200100010, first: 100426 }, // bishop e3
            Placed { factor: 0x8002000500808404, first: 5120 }, // bishop f3
            Placed { factor: 0x0000801022004201, first: 43317 }, // bishop g3
            Placed { factor: 0x0200200480210042, first: 43449 }, // bishop h3
            Placed { factor: 0x0801040408080040, first: 44693 }, // bishop a4
            Placed { factor: 0x0104021801020020, first: 44807 }, // bishop b4
            Placed { factor: 0x8108010008004100, first: 5634 }, // bishop c4
            Placed { factor: 0x002100400c040001, first: 98387 }, // bishop d4
            Placed { factor: 0x0001001013004014, first: 98899 }, // bishop e4
            Placed { factor: 0x0041020001004300, first: 6144 }, // bishop f4
            Placed { factor: 0x1080210080804100, first: 44966 }, // bishop g4
            Placed { factor: 0x0080802000801042, first: 45062 }, // bishop h4
            Placed { factor: 0x0c01010100900400, first: 45213 }, // bishop a5
            Placed { factor: 0x0010410080440401, first: 45317 }, // bishop b5
            Placed { factor: 0x4102004104100100, first: 6658 }, // bishop c5
            Placed { factor: 0xfffffe807f880200, first: 99411 }, // bishop d5
            Placed { factor: 0x000021ffdffdff80, first: 99921 }, // bishop e5
            Placed { factor: 0x0023100100008040, first: 7168 }, // bishop f5
            Placed { factor: 0x0000410100402084, first: 45445 }, // bishop g5
            Placed { factor: 0x0881004008008020, first: 47183 }, // bishop h5
            Placed { factor: 0x2002008084020801, first: 47358 }, // bishop a6
            Placed { factor: 0x80107f8400ffff80, first: 47658 }, // bishop b6
            Placed { factor: 0x0003004022005002, first: 24568 }, // bishop c6
            Placed { factor: 0x1000042011000802, first: 25080 }, // bishop d6
            Placed { factor: 0x0800200208800400, first: 25592 }, // bishop e6
            Placed { factor: 0x0101100100408200, first: 26106 }, // bishop f6
            Placed { factor: 0x0000840080201880, first: 47550 }, // bishop g6
            Placed { factor: 0x0404004080080020, first: 47686 }, // bishop h6
            Placed { factor: 0x0080104402080202, first: 47807 }, // bishop a7
            Placed { factor: 0x0000808041008520, first: 47934 }, // bishop b7
            Placed { factor: 0x9820008010820000, first: 48366 }, // bishop c7
            Placed { factor: 0x7fbeff800ff07fff, first: 47007 }, // bishop d7
            Placed { factor: 0x1200028400808080, first: 48226 }, // bishop e7
            Placed { factor: 0x0040020802002044, first: 48318 }, // bishop f7
            Placed { factor: 0x2002040040810011, first: 48510 }, // bishop g7
            Placed { factor: 0x1008020080101104, first: 48606 }, // bishop h7
            Placed { factor: 0x1001001100880400, first: 28644 }, // bishop a8
            Placed { factor: 0x0000848040404400, first: 48702 }, // bishop b8
            Placed { factor: 0x1108200080108200, first: 48864 }, // bishop c8
            Placed { factor: 0x9fbffbfffff00f81, first: 49281 }, // bishop d8
            Placed { factor: 0x2420004104008080, first: 49250 }, // bishop e8
            Placed { factor: 0xc05ffffe07fe0020, first: 49650 }, // bishop f8
            Placed { factor: 0x2088020800408080, first: 49499 }, // bishop g8
            Placed { factor: 0x4081080204002020, first: 28997 }, // bishop h8
        ],
    ],
};
