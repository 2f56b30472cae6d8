package dev.restante.cli.migrate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.cli.migrate.AddressMatch.Patterns;
import dev.restante.option.PolicyKind;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Matches of address settings")
class AddressMatchTest {

    private static final MatchSyntax SYNTAX = new MatchSyntax('.', '#', '*', null);

    private static AddressMatch match(String text) {
        try {
            return SYNTAX.parse(text);
        } catch (MatchSyntax.UntranslatableMatchException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    @DisplayName("settings are merged from the exact match over single words to the shortest open match")
    void shouldOrderLikeArtemis() {
        List<String> expected = List.of("a.b", "a.*", "*.b", "*.*", "*.bbb.#", "a.b.#", "a.#", "#");
        assertThat(expected.stream().sorted().map(AddressMatchTest::match).sorted(AddressMatch.ARTEMIS_ORDER))
                .extracting(AddressMatch::text)
                .containsExactlyElementsOf(expected);
    }

    @Test
    @DisplayName("a match covers the matches whose names it matches")
    void shouldCover() {
        assertThat(Stream.of("a", "a.b", "a.*", "a.b.#", "a.#", "a.*.c").map(AddressMatchTest::match))
                .allMatch(match("a.#")::covers);
        assertThat(Stream.of("b", "#", "*.b", "*", "*.#").map(AddressMatchTest::match))
                .noneMatch(match("a.#")::covers);
        assertThat(match("a.*").covers(match("a.#"))).isFalse();
        assertThat(match("*.*").covers(match("a.b"))).isTrue();
        assertThat(match("#").covers(match("#"))).isTrue();
    }

    @Test
    @DisplayName("two matches overlap if a name exists that both match")
    void shouldOverlap() {
        assertThat(match("a.*").overlaps(match("*.b"))).isTrue();
        assertThat(match("a.#").overlaps(match("*.b.c"))).isTrue();
        assertThat(match("a.#").overlaps(match("*.#"))).isTrue();
        assertThat(match("a.b").overlaps(match("a"))).isFalse();
        assertThat(match("a.#").overlaps(match("b.#"))).isFalse();
        assertThat(match("a.*").overlaps(match("a.b.#"))).isTrue();
        assertThat(match("a.*").overlaps(match("a.b.c.#"))).isFalse();
    }

    @Test
    @DisplayName("the pattern for subscriptions also matches their names")
    void shouldMakePatterns() {
        Patterns queues = new Patterns(PolicyKind.QUEUES, false);
        Patterns subscriptions = new Patterns(PolicyKind.SUBSCRIPTIONS, false);
        assertThat(subscriptions.text(match("a.#"))).isEqualTo("a.#");
        assertThat(subscriptions.text(match("a.*"))).isEqualTo("a.*/Subscriptions/#");
        assertThat(new Patterns(PolicyKind.SUBSCRIPTIONS, true).text(match("a.#")))
                .isEqualTo("a.#/*/*");
        assertThat(queues.text(match("a.*"))).isEqualTo("a.*");
        assertThat(queues.text(match("#"))).isEqualTo("#");
        assertThat(queues.text(match("a#"))).isEqualTo("a.#");
    }

    @Test
    @DisplayName("the name of a multicast queue contains client id and name of a JMS subscription")
    void shouldReadSubscriptionNames() {
        assertThat(SubscriptionIdentity.of("archive")).isEqualTo(new SubscriptionIdentity(null, "archive"));
        assertThat(SubscriptionIdentity.of("a\\.b")).isEqualTo(new SubscriptionIdentity(null, "a.b"));
        assertThat(SubscriptionIdentity.of("a.b")).isEqualTo(new SubscriptionIdentity("a", "b"));
        assertThat(SubscriptionIdentity.of("a\\\\x.b\\.c")).isEqualTo(new SubscriptionIdentity("a\\x", "b.c"));
        assertThat(SubscriptionIdentity.of("a.b.c")).isEqualTo(new SubscriptionIdentity(null, "a.b.c"));
        assertThat(SubscriptionIdentity.of("a.").name()).isEqualTo("a.");
    }
}
