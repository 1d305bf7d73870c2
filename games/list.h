/* list.h: every built-in game, one line each: GAME_FILE(x) is games/x.c, which defines
 * ari_game_x. The build reads this list too, so a new game needs its file and its line. */
GAME_FILE(tictactoe)
GAME_FILE(connect4)
GAME_FILE(mnk)
GAME_FILE(nim)
GAME_FILE(coins)
GAME_FILE(evencoins)
GAME_FILE(dots)
GAME_FILE(quixo)
GAME_FILE(chomp)
GAME_FILE(kalah)
GAME_FILE(hare)
GAME_FILE(breakthrough)
