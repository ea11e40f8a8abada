/* A player as a program of its own, without any library.
 *
 * Build it with `cc -O2 -o external_player external_player.c` and seat it with
 * external(command='./external_player'). It passes, discards and plays the first
 * cards that are legal. Messages are compact JSON, one a line, with the keys in a
 * fixed order, so that what a simple player needs can be found as text.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE = 1 << 16 };

/* Return what follows a key of the message, NULL if it is not there. */
static const char *value(const char *message, const char *key)
{
    const char *found = strstr(message, key);
    return found == NULL ? NULL : found + strlen(key);
}

/* Write the first `count` cards of a list, ["S1","S2",...], as a list. */
static void write_first(const char *list, int count)
{
    const char *end = list;
    for (int i = 0; i < count; i++) {
        end = strchr(end + 1, '"');          /* opens a card */
        end = strchr(end + 1, '"');          /* closes it */
    }
    printf("{\"answer\":%.*s]}\n", (int)(end + 1 - list), list);
}

/* Write the first member of a list. */
static void write_one(const char *list)
{
    size_t length = strcspn(list + 1, ",]");
    printf("{\"answer\":%.*s}\n", (int)length, list + 1);
}

int main(void)
{
    static char line[LINE];

    while (fgets(line, sizeof line, stdin) != NULL) {
        const char *type = value(line, "\"type\":");
        if (type == NULL)
            return 1;
        if (strncmp(type, "\"hello\"", 7) == 0) {
            puts("{\"protocol\":1}");
        } else if (strncmp(type, "\"question\"", 10) == 0) {
            const char *legal = value(line, "\"legal\":");
            const char *count = value(line, "\"count\":");
            if (legal == NULL)
                return 1;
            if (count != NULL)
                write_first(legal, atoi(count));
            else
                write_one(legal);
        }                                    /* the rest is news, not needed here */
        fflush(stdout);
    }
    return 0;
}
