"""A character's turn: choose a main move, its foe or ally, and begin its roll."""

from ..core.chance import available, draw
from ..core.compiler import rule
from ..core.tape import Tape, emit
from .asked import FIFTY_FIFTY, HUNDRED, LIKELY, UNLIKELY, Answer, Asked
from .house_rules import FoeBehaviour, Idle, StatPolicy
from .legal import can_agree, offer_moves
from .price import pay_price
from .rolls import begin_roll, call_off
from .stack import DONE, NEEDS_CHANCE, answered, ask, offer_foes, offer_if, pop, push, top
from .state import STEP, Book, State
from .terms import STATS, Act, Decision, Event, FoeAct, Follow, Move, Op, Place, Stat, Stream
from .tracks import boxes, fighting, leave_fight, set_initiative


@STEP.member
def turn_step(state: State, book: Book, tape: Tape) -> int:
    """Ask a character for a main move and begin it; a = seat, b = 1 for a main move of the pass."""
    frame = top(state)
    seat = frame.a
    answer = answered(state)
    if answer < 0:
        if not fighting(state, seat):
            pop(state)
            return DONE
        if frame.step == 0 and not read_omens(state, book, tape, seat):
            return NEEDS_CHANCE
        frame.step = 1
        emit(tape, Event.TURN, seat, state.characters[seat].follow, 0, 0, 0)
        offer_moves(state, book, seat)
        ask(state, Decision.MOVE, seat)
        return DONE
    if answer == Act.TIDE:
        turn_the_tide(state, tape, seat)
        return DONE
    main = frame.b
    pop(state)
    if main and answer != Act.WAIT:
        state.waited += 1
    begin_move(state, book, tape, seat, answer)
    return DONE


@STEP.member
def follow_step(state: State, book: Book, tape: Tape) -> int:
    """Make the immediate move that the last one brought, if it brought one."""
    seat = top(state).a
    pop(state)
    if fighting(state, seat) and state.characters[seat].follow != Follow.NONE:
        push(state, Op.TURN, seat, 0, 0, 0)
    return DONE


@rule
def read_omens(state: State, book: Book, tape: Tape, seat: int) -> bool:
    """Draw what the house rules leave to the oracle before a move; False when a face is still to be fed."""
    character = state.characters[seat]
    if character.follow != Follow.NONE:
        return True
    behaves = book.house.foe_behaviour == FoeBehaviour.ORACLE and not character.initiative
    approaches = book.house.stat_policy == StatPolicy.APPROACH_ORACLE
    needed = (1 if behaves else 0) + (2 if approaches else 0)
    if needed and not available(state.chance, tape, Stream.COMBAT, needed, HUNDRED):
        return False
    if behaves:
        face = draw(state.chance, tape, Stream.COMBAT, HUNDRED)
        character.foe_act = combat_class(face)
        emit(tape, Event.TABLE, seat, Asked.COMBAT, face, character.foe_act, 0)
    if approaches:
        first = (draw(state.chance, tape, Stream.COMBAT, HUNDRED) - 1) % STATS
        other = (draw(state.chance, tape, Stream.COMBAT, HUNDRED) - 1) % (STATS - 1)
        character.approach = (1 << first) | (1 << ((first + 1 + other) % STATS))
    return True


COMBAT_ROWS = (
    (3, FoeAct.SOCIAL),
    (6, FoeAct.MANOEUVRE),
    (9, FoeAct.ESCALATE),
    (13, FoeAct.MANOEUVRE),
    (17, FoeAct.SOCIAL),
    (21, FoeAct.STRESS),
    (25, FoeAct.STRESS),
    (29, FoeAct.SHIFT),
    (33, FoeAct.GEAR),
    (39, FoeAct.DECISIVE),
    (45, FoeAct.DEFEND),
    (52, FoeAct.DEFEND),
    (60, FoeAct.MANOEUVRE),
    (68, FoeAct.MANOEUVRE),
    (78, FoeAct.MANOEUVRE),
    (89, FoeAct.ATTACK),
    (99, FoeAct.ATTACK),
    (100, FoeAct.ESCALATE),
)
"""Last face and class of each row of the combat action oracle."""

COMBAT_LAST = tuple(int(row[0]) for row in COMBAT_ROWS)
COMBAT_CLASS = tuple(int(row[1]) for row in COMBAT_ROWS)


@rule
def combat_class(face: int) -> int:
    """Class of the combat action oracle's row (rules section 5)."""
    row = 0
    while face > COMBAT_LAST[row]:
        row += 1
    return COMBAT_CLASS[row]


@rule
def turn_the_tide(state: State, tape: Tape, seat: int) -> None:
    """Turn the Tide: seize initiative, once a fight, for one move made at once with +1."""
    character = state.characters[seat]
    character.tide_used = 1
    character.bonus += 1
    character.follow = Follow.TIDE
    emit(tape, Event.FOLLOW, seat, Follow.TIDE, 0, 0, 0)
    set_initiative(state, tape, seat, 1)


@rule
def begin_move(state: State, book: Book, tape: Tape, seat: int, act: int) -> None:
    """Begin the main move that `act` names."""
    character = state.characters[seat]
    emit(tape, Event.CHOICE, seat, act, 0, 0, 0)
    if act > Act.STRIKE_RANGED:
        character.strike_bonus = 0
    if act != Act.GO:
        character.gate = 0
    if act != Act.WAIT:
        character.waits = 0
    if act == Act.WAIT:
        wait(state, book, seat)
    elif act == Act.GO:
        character.follow = Follow.NONE
        character.bonus -= 1
    elif act == Act.TAKE_HIT:
        pay_price(state, seat, hit_severity(state, seat), -1, -1)
    elif act == Act.SURRENDER:
        leave_fight(state, tape, seat, Place.SURRENDERED)
    else:
        push(state, Op.MAKE, seat, act, 0, 0)
        if character.reeling and is_vigorous(move_of(act), stat_of_act(act)):
            push(state, Op.HARM_TABLE, seat, 0, 0, 0)
        return
    forget_omens(state, seat)


@rule
def forget_omens(state: State, seat: int) -> None:
    """Drop what the oracle said for the move just begun."""
    state.characters[seat].foe_act = FoeAct.NONE
    state.characters[seat].approach = 0


@STEP.member
def make_step(state: State, book: Book, tape: Tape) -> int:
    """Make the move chosen, unless a strained wound took the character out first; a = seat, b = act."""
    frame = top(state)
    seat = frame.a
    act = frame.b
    pop(state)
    if fighting(state, seat):
        roll_move(state, seat, act)
        forget_omens(state, seat)
    return DONE


@rule
def hit_severity(state: State, seat: int) -> int:
    """Severity of what the foe does: one more when its act is decisive."""
    return 1 if state.characters[seat].foe_act == FoeAct.DECISIVE else 0


@rule
def wait(state: State, book: Book, seat: int) -> None:
    """Wait; waiting on with the foe in control costs a price (section 10, 31)."""
    character = state.characters[seat]
    if character.initiative:
        character.waits = 0
        return
    character.waits += 1
    if book.house.foe_clock or (character.waits >= 2 and book.house.idle == Idle.PRICE):
        character.waits = 0
        pay_price(state, seat, hit_severity(state, seat), -1, -1)


@rule
def move_of(act: int) -> int:
    """Move that a main action makes."""
    if act <= Act.STRIKE_RANGED:
        return Move.STRIKE
    if act <= Act.CLASH_RANGED:
        return Move.CLASH
    if act < Act.FACE:
        return Move.SECURE
    if act < Act.FLEE:
        return Move.FACE
    if act < Act.AID:
        return Move.FLEE
    if act < Act.COMPEL_HEART:
        return Move.AID
    return Move.END if act == Act.END else Move.COMPEL


@rule
def stat_of_act(act: int) -> int:
    """Stat that a main action rolls; -1 for a progress roll."""
    if act < Act.SECURE:
        return Stat.EDGE if act == Act.STRIKE_RANGED or act == Act.CLASH_RANGED else Stat.IRON
    if act < Act.COMPEL_HEART:
        return (act - Act.SECURE) % STATS
    return Stat.HEART + (act - Act.COMPEL_HEART) if act <= Act.COMPEL_SHADOW else -1


@rule
def roll_move(state: State, seat: int, act: int) -> None:
    """Begin the roll of a move, with the bonus that the move before brought."""
    character = state.characters[seat]
    move = move_of(act)
    stat = stat_of_act(act)
    begin_roll(state, seat, move, stat, -1)
    roll = state.roll
    roll.ranged = 1 if act == Act.STRIKE_RANGED or act == Act.CLASH_RANGED else 0
    roll.severity = hit_severity(state, seat)
    if move != Move.END:
        roll.follow = character.follow
        roll.extra = character.bonus + (character.strike_bonus if move == Move.STRIKE else 0)
        character.bonus = 0
        character.strike_bonus = 0
        character.follow = Follow.NONE
        if Move.SECURE <= move <= Move.AID:
            character.last_stat = stat
        if move == Move.FACE or move == Move.FLEE:
            character.afraid = 0
        push(state, Op.PREPARE, 0, 0, 0, 0)
    push(state, Op.TARGET, 0, 0, 0, 0)
    if move == Move.COMPEL and state.compelled == Answer.UNASKED:
        push(state, Op.COMPEL_ORACLE, seat, 0, 0, 0)


@rule
def is_vigorous(move: int, stat: int) -> bool:
    """Tell whether a move strains a reeling character: any attack, and anything done with edge or iron."""
    if move == Move.STRIKE or move == Move.CLASH:
        return True
    return move != Move.END and move != Move.COMPEL and (stat == Stat.EDGE or stat == Stat.IRON)


@STEP.member
def target_step(state: State, book: Book, tape: Tape) -> int:
    """Choose the foe or the ally of a move that has one."""
    roll = state.roll
    answer = answered(state)
    if answer >= 0:
        if roll.move == Move.AID:
            roll.ally = answer - Act.SEAT
        else:
            roll.foe = answer - Act.FOE
        pop(state)
        return DONE
    aims = roll.move == Move.STRIKE or roll.move == Move.CLASH or roll.move == Move.END
    if not (aims or roll.move == Move.AID or roll.move == Move.COMPEL):
        pop(state)
        return DONE
    if roll.move == Move.AID:
        for ally in range(book.seats):
            offer_if(state, ally != roll.seat and fighting(state, ally), Act.SEAT + ally)
        ask(state, Decision.ALLY, roll.seat)
    elif roll.move == Move.COMPEL:
        for foe in range(len(state.foes)):
            offer_if(state, can_agree(state, foe), Act.FOE + foe)
        ask(state, Decision.FOE, roll.seat)
    else:
        offer_foes(state)
        ask(state, Decision.FOE, roll.seat)
    return DONE


@STEP.member
def compel_oracle_step(state: State, book: Book, tape: Tape) -> int:
    """Ask the oracle once a fight whether the foe could agree at all; a no stands (section 10, 17)."""
    seat = top(state).a
    if not available(state.chance, tape, Stream.ORACLE, 1, HUNDRED):
        return NEEDS_CHANCE
    face = draw(state.chance, tape, Stream.ORACLE, HUNDRED)
    state.compelled = Answer.YES if face >= compel_threshold(state) else Answer.NO
    emit(tape, Event.TABLE, seat, Asked.COMPEL, face, state.compelled, 0)
    pop(state)
    if state.compelled == Answer.NO:
        state.characters[seat].bonus = state.roll.extra
        state.characters[seat].follow = state.roll.follow
        call_off(state)
        push(state, Op.TURN, seat, 0, 0, 0)
    return DONE


@rule
def compel_threshold(state: State) -> int:
    """Lowest yes of the oracle: unlikely below 4 boxes, 50/50 from 4, likely from 8."""
    best = 0
    for foe in range(len(state.foes)):
        if can_agree(state, foe):
            best = max(best, boxes(state.foes[foe].progress))
    if best >= 8:
        return LIKELY
    return FIFTY_FIFTY if best >= 4 else UNLIKELY
