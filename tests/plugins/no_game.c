/* no_game.c: a shared object that holds no game. */
int nothing_to_play(void);

int nothing_to_play(void)
{
    return 1;
}
