//! The sentences of the steps of sliding-attack techniques, by equation.

/// Returns the sentences of a step, or `None` if the equation is of no technique.
pub(super) fn sentences(equation: &str) -> Option<&'static str> {
    general(equation)
        .or_else(|| ray(equation))
        .or_else(|| subtract(equation))
        .or_else(|| index(equation))
        .or_else(|| fill(equation))
}

fn general(equation: &str) -> Option<&'static str> {
    Some(match equation {
        "as a rook OR as a bishop = attacked" => {
            "A queen attacks what a rook and a bishop on her square attack, so OR unites both sets."
        }
        "by rooks OR by bishops = attacked" => {
            "OR unites what the pieces attack along ranks and files with what they attack along \
             diagonals."
        }
        "occupied AND line = o" | "occupied AND ray = o" => {
            "Only the pieces on this line can stop the slider. AND keeps them and drops the rest."
        }
        "occupied AND line = blockers" => {
            "AND keeps the pieces on this line, the only ones that can stop the slider."
        }
        _ => return None,
    })
}

fn ray(equation: &str) -> Option<&'static str> {
    Some(match equation {
        "step until occupied = reached" => {
            "Walk from square to square, and stop after the first occupied square. This is the \
             definition that every other technique must agree with."
        }
        "ray AND occupied = ray blockers" => {
            "Look up the ray of the empty board in a table, and AND it with the occupied squares: \
             the blockers on the ray are left."
        }
        "lowest of ray blockers = first blocked" => {
            "On a ray that leads to higher squares, the nearest blocker is the lowest one."
        }
        "highest of ray blockers = first blocked" => {
            "On a ray that leads to lower squares, the nearest blocker is the highest one."
        }
        "ray of first blocked = truncator ray" => {
            "Look up the ray that begins at the nearest blocker. It has the squares that the slider \
             cannot see."
        }
        "ray XOR truncator ray = truncated ray" => {
            "XOR removes the hidden squares from the ray. The blocker itself stays: it is attacked."
        }
        "first blocked AND own pieces = own blocker" => {
            "Is the blocker a piece of our own side? AND with our pieces keeps it if it is."
        }
        "truncated ray XOR own blocker = moves" => {
            "A piece of our own cannot be captured, so XOR removes it. These are the moves along \
             the ray."
        }
        "ray AND occupied = blockers" => {
            "AND the ray with the occupied squares: the pieces that can stop the slider are left."
        }
        "blockers moved by 1 = 1 step behind" => {
            "Shift the blockers by one step of the ray. A bit that crosses the edge of the board \
             wraps around to the other side; that is mended below."
        }
        "1 step behind OR ( 1 step behind moved by 1 ) = 1 to 2 behind" => {
            "Shift the result by one step again and unite both: now one and two steps."
        }
        "1 to 2 behind OR ( 1 to 2 behind moved by 2 ) = 1 to 4 behind" => {
            "Shift by two steps and unite: one to four steps."
        }
        "1 to 4 behind OR ( 1 to 2 behind moved by 4 ) = smeared" => {
            "Shift the set of one and two steps by four and unite: one to six steps. Four shifts \
             did what six single ones do."
        }
        "smeared AND ray = masked" => {
            "AND with the ray removes the bits that wrapped around. Left are the squares behind a \
             blocker, which the slider cannot reach."
        }
        "masked XOR ray = attacked" => {
            "XOR with the ray turns the hidden squares off and the attacked ones on."
        }
        "attacked AND enemy and empty = moves of this direction" => {
            "The last AND of How NagaSkaki plays chess: with the squares that are empty or have an \
             enemy piece. A blocker of our own side is removed."
        }
        "ray up AND blockers and edge = upper ends" => {
            "Count the edge of the board as a blocker, so that there is always one. AND keeps those \
             on the ray upwards."
        }
        "ray down AND blockers and edge = lower ends" => "The same for the ray downwards.",
        "ray down from the lowest of upper ends = back down" => {
            "From the nearest blocker above, look back down the line."
        }
        "ray up from the highest of lower ends = back up" => {
            "From the nearest blocker below, look back up the line."
        }
        "back down AND back up = between" => {
            "Both look over the squares between the two blockers. The slider's own square is among \
             them."
        }
        "between AND NOT slider = attacked" => "The slider's own square is removed.",
        _ => return None,
    })
}

fn subtract(equation: &str) -> Option<&'static str> {
    Some(match equation {
        "o - ( r x 2 ) = o - 2r" => {
            "r is the bit of the slider. Subtracting r once would remove the slider from o; \
             subtracting it twice borrows a one from the nearest blocker above, and all zeros on \
             the way become ones."
        }
        "o XOR o - 2r AND ray = attacked" => {
            "XOR shows the bits that the subtraction changed: the empty squares up to the blocker, \
             and the blocker. AND with the ray drops the borrow that left it."
        }
        "occupied turned = turned" => {
            "A borrow runs only towards higher bits. For a ray downwards, turn the board by 180 \
             degrees: then it leads upwards."
        }
        "attacked turned back = attacked here" => "Turn the result back.",
        "o - r = above" => {
            "o is the pieces on the line, and r the bit of the slider. The line leaves out the \
             slider's own square, so o is already o − r of the formula, and \
             minus r it is o − 2r. The borrow comes from the nearest blocker above, and the zeros on \
             the way become ones."
        }
        "o reversed = o reversed" => {
            "Now the other half. Reversing the order of the squares puts those below the slider \
             above it. A byte swap exchanges only the ranks, so c3 becomes c6; that reverses a line \
             with one square on each rank. A full reversal turns the board, so c3 becomes f6."
        }
        "r reversed = r reversed" => "r, the bit of the slider, is reversed too.",
        "o reversed - r reversed = below, reversed" => {
            "The same subtraction, o' − r', on the reversed line."
        }
        "below, reversed reversed = below" => {
            "Reverse the result, so that it lies on the line again."
        }
        "above XOR below AND line = attacked" => {
            "XOR of both halves: o is in each of them and cancels out, so only the changed bits are \
             left. AND with the line drops the borrow that ran on beyond it."
        }
        "occupied AND above = upper blockers" => {
            "AND keeps the pieces above the slider on this line."
        }
        "occupied and a1 AND below and a1 = lower blockers" => {
            "AND keeps the pieces below the slider. The square a1 is always added, so that there is \
             a lowest blocker even on an empty line."
        }
        "highest of lower blockers = nearest lower" => "The nearest of them is the highest bit.",
        "upper blockers - nearest lower = difference" => {
            "The subtraction borrows from the nearest blocker above and stops at the nearest one \
             below: all bits between the two become ones."
        }
        "upper blockers XOR difference = span" => {
            "XOR keeps the bits that changed: from one blocker to the other."
        }
        "span AND line = attacked" => {
            "AND with the line keeps its squares. The line leaves out the slider's own square."
        }
        "occupied and a1 AND line and a1 = o" => {
            "AND keeps the pieces on the line. The square a1 is always added, so that there is a \
             lowest one."
        }
        "highest of o below = cbn" => {
            "The nearest blocker below is the highest bit below the slider. The inventors call it \
             cbn, the closest blocker in negative direction."
        }
        "o - ( cbn x 3 ) = o - 3cbn" => {
            "Three times this bit is the bit and its double. One is removed from o; the other \
             borrows from the nearest blocker above."
        }
        "o XOR o - 3cbn = changed" => "XOR keeps the bits that changed.",
        "changed AND line = attacked" => {
            "AND with the line keeps its squares. The line leaves out the slider's own square."
        }
        "up to the lowest of upper blockers = up to the upper" => {
            "x XOR (x − 1) is all bits up to the lowest one: here up to the nearest blocker above."
        }
        "below the highest of lower blockers = below the lower" => {
            "These are all bits below the nearest blocker below, from its number of leading zeros."
        }
        "up to the upper XOR below the lower = span" => {
            "XOR removes the smaller set from the larger: from one blocker to the other."
        }
        "blockers BZHI square = lower" => {
            "BZHI is an instruction that clears the high bits. It leaves the blockers below the \
             slider; those above are `upper`."
        }
        "BLSMSK upper = smeared" => {
            "BLSMSK is an instruction for x XOR (x − 1): all bits up to the lowest blocker above."
        }
        "below the highest of lower = beyond" => {
            "The bits below the nearest lower blocker are out of reach."
        }
        "smeared AND NOT beyond AND line = attacked" => {
            "What lies between, on the line, is attacked."
        }
        "occupied along line = attacked" => {
            "Registers of four words do this for four lines at once: the subtraction forwards and, on \
             the reversed word, backwards. The lesson on `hyperbola` shows these steps one by one."
        }
        _ => return None,
    })
}

fn index(equation: &str) -> Option<&'static str> {
    Some(match equation {
        "occupied >> 8 x rank AND 255 = on the first rank" => {
            "Shift the rank down to the first rank, and keep its eight bits."
        }
        "on the first rank >> 1 AND 63 = inner six" => {
            "The outer two squares are attacked or not whatever stands on them. So six bits are \
             enough for the index. Written as a number they are mirrored: the last digit is the b-file."
        }
        "entry of file file = attacked on the first rank" => {
            "Look up the attacked squares of the first rank, by the file of the slider and the six \
             bits."
        }
        "attacked on the first rank << 8 x rank = attacked" => "Shift back to the rank.",
        "occupied >> 8 x rank AND 255 x a-file = copied to all ranks" => {
            "Shift the rank down, keep its eight bits, and multiply by the A file: each of its eight \
             ones makes a copy of the rank."
        }
        "attacked x a-file >> 56 << 8 x rank = attacked on the rank" => {
            "Multiplying by the A file adds up all ranks in the last one. Each file has at most one \
             bit, so nothing carries. Then it is shifted back to the rank."
        }
        "board of occupied = occupied, at 0" => {
            "The board at 0 degrees: each rank is a row of adjacent bits."
        }
        "board of occupied = occupied, at 90" => {
            "The board at 90 degrees is kept beside the others and updated with every move: each \
             file is a row of adjacent bits."
        }
        "board of occupied = occupied, at 45" => {
            "The board at 45 degrees: each diagonal is a row of adjacent bits, one to eight long."
        }
        "board of occupied = occupied, at -45" => {
            "The board at −45 degrees: each anti-diagonal is a row of adjacent bits, one to eight \
             long."
        }
        "occupied, at 0 >> shift AND length mask = inner squares of the row"
        | "occupied, at 90 >> shift AND length mask = inner squares of the row"
        | "occupied, at 45 >> shift AND length mask = inner squares of the row"
        | "occupied, at -45 >> shift AND length mask = inner squares of the row" => {
            "Shift the row down to bit 0 and mask it with its length. The two outer squares do not \
             matter, so the shift is one more and the mask two shorter than the row. The last digit is \
             the leftmost inner square of the row as it is drawn."
        }
        "entry of place and row << lowest square = attacked" => {
            "Look up the attacked squares by the place of the slider in the row and by the number \
             found. The entry is shared by all lines of the same length, so shift it up to this \
             line."
        }
        "occupied >> file AND a-file = on the a-file" => {
            "Shift the file to the A file, and drop the rest."
        }
        "on the a-file AND line = o" => "Drop the slider's own square and the outer ranks.",
        "on the a-file x long diagonal >> 56 = on the first rank" => {
            "Multiplying by the long diagonal moves each bit of the file to a column of its own on \
             the last rank. The shift brings the last rank down: the file lies on the first rank."
        }
        "attacked on the first rank x long diagonal >> 7 AND a-file = attacked on the a-file" => {
            "The same multiplication turns the rank into a file; a shift and a mask put it on the A \
             file."
        }
        "attacked on the a-file << file = attacked" => "Shift back to the file of the slider.",
        "o x a-file >> 56 = on the first rank" => {
            "A diagonal has one square on each file. Multiplying by the A file adds all ranks up in \
             the last one, without a carry, and the shift brings it down to the first rank."
        }
        "attacked on the first rank x a-file AND line = attacked" => {
            "Multiplying by the A file copies the rank to all ranks. AND with the line keeps one \
             square of each."
        }
        "on the a-file x factor >> 58 = index" => {
            "The product is the sum of six copies of the file, each shifted to one bit of the \
             factor. They put the six inner squares into the top six bits, and the shift makes these \
             an index. Its last digit is the square on rank 2, its first the one on rank 7."
        }
        "o x b-file >> 58 = index" => {
            "The B file has a one on each rank, so the product is the sum of eight copies of o, each \
             shifted to one of these ones. In the last rank it has all squares of the line side by \
             side, one file further to the right on the board: those of the files b to g are the top \
             six bits. The shift makes them an index. As a number it is mirrored: its last digit is \
             the square on the b-file, its first the one on the g-file."
        }
        "entry of rank and index = attacked on the a-file" => {
            "Look up the attacked squares of the A file, by the rank of the slider and the index."
        }
        "entry of file and index = eight copies" => {
            "Look up the attacked squares of a rank, by the file of the slider and the index. The \
             entry has eight copies, one on each rank."
        }
        "eight copies AND line = attacked" => {
            "AND with the line keeps one square of each copy: the attacked squares of the line."
        }
        "o modulo modulus = index" => {
            "The remainder of a division is the index: the ones of this line, and only of lines like \
             it, all have different remainders that add up without a collision."
        }
        "entry of square and index = attacked" => {
            "Look up the attacked squares, by the square of the slider and the index."
        }
        "entry of square and index = attacked on the a-file" => {
            "Look up the attacked squares on the A file, by the square and the index."
        }
        "occupied entry of that rank = by rank 1"
        | "occupied entry of that rank = by rank 2"
        | "occupied entry of that rank = by rank 3"
        | "occupied entry of that rank = by rank 4"
        | "occupied entry of that rank = by rank 5"
        | "occupied entry of that rank = by rank 6"
        | "occupied entry of that rank = by rank 7"
        | "occupied entry of that rank = by rank 8" => {
            "Look up, by the eight bits of this rank, what a queen could attack if only the pieces \
             of this rank were on the board."
        }
        "by rank 1 AND by rank 2 AND by rank 3 AND by rank 4 AND by rank 5 AND by rank 6 AND by \
         rank 7 AND by rank 8 = by all ranks"
        | "by rank 1 AND by rank 2 AND by rank 3 AND by rank 4 AND by rank 5 AND by rank 6 AND by \
           rank 7 AND by rank 8 = attacked" => {
            "A square is attacked if no rank has a piece in the way, so AND the eight sets."
        }
        "by all ranks AND rook's lines = attacked" => {
            "The tables are those of a queen. AND with the rook's lines leaves the rook's squares."
        }
        "occupied AND inner squares = o" => "Only pieces on the inner squares of the lines matter.",
        "o entry of those ranks = by ranks 2 and 3"
        | "o entry of those ranks = by ranks 4 and 5"
        | "o entry of those ranks = by ranks 6 and 7" => {
            "Look up what the bishop could attack if only the pieces of these two ranks were on the \
             board."
        }
        "by ranks 2 and 3 AND by ranks 4 and 5 AND by ranks 6 and 7 = attacked" => {
            "A square is attacked if no pair of ranks has a piece in the way, so AND the three sets."
        }
        "occupied AND relevant squares = o" => {
            "Only the inner squares of the slider's lines matter: whether a square at the edge is \
             attacked does not depend on what stands on it. AND keeps the relevant pieces."
        }
        "occupied OR other squares = o" => {
            "The black form of magic: OR sets all squares that do not matter, so the relevant pieces \
             are what is left to vary."
        }
        "o x factor = product" => {
            "Multiply by the magic factor of this square. The product is the sum of copies of o, one \
             for each bit of the factor, each shifted to that bit. The factor was found by trial, so \
             that the top bits of the product are different wherever the attacked squares are."
        }
        "product >> shift = index" => {
            "The shift keeps the top bits of the product, which are highlighted. They are the index."
        }
        "index + offset = place" => {
            "The slices of the squares overlap in one table. The offset is where this slice begins."
        }
        "entry of that place = attacked" => "Look up the attacked squares at this place.",
        "entry of square and index = number of the set" => {
            "Look up the number of the attack set, two bytes instead of eight."
        }
        "set of that number = attacked" => "Look up the set by its number.",
        "o these moved ( moving by 1 ) = o"
        | "o these moved ( moving by 2 ) = o"
        | "o these moved ( moving by 4 ) = o"
        | "o these moved ( moving by 8 ) = o"
        | "o these moved ( moving by 16 ) = o"
        | "o these moved ( moving by 32 ) = o" => {
            "The bits that must move by this distance move down together; the others stay. After six \
             such steps all relevant bits are adjacent."
        }
        "occupied PEXT relevant squares = index" => {
            "PEXT is an instruction that takes the bits at the relevant squares and packs them side \
             by side. The result is the index. Its last digit is the relevant square with the lowest \
             number, its first the one with the highest."
        }
        "entry of square and index = packed" => {
            "Look up the entry. It is packed: one bit for each square of the slider's lines."
        }
        "packed PDEP lines = attacked" => {
            "PDEP is the inverse of PEXT: it puts the bits back on the squares of the lines."
        }
        _ => return None,
    })
}

fn fill(equation: &str) -> Option<&'static str> {
    Some(match equation {
        "inner squares of the lines AND NOT occupied = free" => {
            "The fill may go on from the empty squares of the slider's lines."
        }
        "front >> shift x factor = exploded" => {
            "One multiplication makes a copy of the front for each direction, one step away."
        }
        "exploded - carry = exploded" => {
            "Where copies fall on the same square they carry to the next; this removes the carry of \
             the four that come back to the slider."
        }
        "exploded AND ( lines AND NOT reached before ) = wave" => {
            "Keep what lies on the lines and is new: the squares that are attacked one step further."
        }
        "wave AND free = front" => "From the empty ones among them, the next step goes on.",
        "empty AND within reach of a step = open" => {
            "A step towards the side wraps around at the edge of the board. Closing the file where \
             such steps come in prevents it."
        }
        "empty AND all squares = open" => {
            "A step to the north or south cannot wrap around, so no file is closed: the mask has \
             all squares."
        }
        "one step of front AND open = front" => {
            "All squares of the front step together, and those on open squares go on."
        }
        "filled OR front = filled" => "OR adds them to the filled squares.",
        "generator OR ( propagator AND one step of generator ) = generator" => {
            "The generator is the set of the sliders and the squares filled so far, and the \
             propagator is the set of the squares that can be passed. Fill one step."
        }
        "propagator AND one step of propagator = propagator" => {
            "Now the propagator has the squares over which two steps can be made at once."
        }
        "generator OR ( propagator AND two steps of generator ) = generator" => {
            "Fill two steps at once."
        }
        "propagator AND two steps of propagator = propagator" => {
            "Now the propagator has the squares over which four steps can be made at once."
        }
        "generator OR ( propagator AND four steps of generator ) = generator" => {
            "Fill four steps at once: seven in all, which is as far as a board goes. This is the \
             occluded fill: the sliders and the empty squares that they pass, without the blockers."
        }
        "one step of filled = attacked" => {
            "The occluded fill ends before the blockers. One step more gives the attacked squares: \
             the blockers are among them, the sliders are not."
        }
        "sliders filled over empty = attacked" => {
            "Registers of several words fill several directions at once. The lessons on `dumb7` and \
             `kogge-stone` show the steps of one direction."
        }
        "lines into ranks occupied = o in ranks" => {
            "Turn the board so that the lines of this direction are ranks, and each is a byte."
        }
        "lines into ranks sliders = r in ranks" => "The sliders are turned in the same way.",
        "o in ranks - in each byte 2r = o - 2r" => {
            "Subtract in all eight bytes at once, without a borrow from one to the next."
        }
        "o in ranks XOR o - 2r = changed in ranks" => "XOR keeps the bits that the borrow changed.",
        "o in ranks - in each byte seam = o - seam" => {
            "Two diagonals share a byte. A borrow may leak over the seam between them; this finds \
             what it changes."
        }
        "o in ranks XOR o - seam = leak" => "XOR keeps the bits that leaked.",
        "changed in ranks AND NOT leak = changed in ranks" => "They are removed.",
        "ranks into lines changed in ranks = attacked" => "Turn the ranks back into lines.",
        _ if equation.contains(" OR ") && equation.ends_with("= attacked") => {
            "OR unites the parts."
        }
        _ => return None,
    })
}
