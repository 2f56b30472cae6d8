package dev.restante.rule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The text of a rule")
class RuleTextTest {

    private static RuleText matching(String... matches) {
        return new RuleText(null, List.of(matches), List.of(), List.of(), false);
    }

    @Test
    @DisplayName("is read as it is written, with the types of all values")
    void shouldReadWhatItWrites() {
        RuleFilter filter = RuleFilter.on("JMSType", "a=b:c")
                .and("n", 7)
                .and("l", 7L)
                .and("b", (byte) 1)
                .and("s", (short) 2)
                .and("f", 1.5f)
                .and("d", 2.5)
                .and("t", true);
        RuleAction action = RuleAction.set("size", 3).andRemove("colour");
        for (SubscriptionRule rule : List.of(
                new SubscriptionRule("all", RuleFilter.everyMessage()),
                new SubscriptionRule("selected", RuleFilter.selector("x > 1"), RuleAction.mark()),
                new SubscriptionRule("correlated", filter, action))) {
            assertThat(RuleText.of(rule).rule(rule.name())).isEqualTo(rule);
        }
        assertThat(RuleText.of(new SubscriptionRule("r", filter, action)).matches())
                .contains("JMSType=a=b:c", "n:int=7", "t:boolean=true");
    }

    @Test
    @DisplayName("is shown without types")
    void shouldShow() {
        assertThat(RuleText.shown(RuleFilter.everyMessage())).isEqualTo("everything");
        assertThat(RuleText.shown(RuleFilter.selector("x = 1"))).isEqualTo("x = 1");
        assertThat(RuleText.shown(RuleFilter.on("n", 7))).isEqualTo("n=7");
        assertThat(RuleText.shown((RuleAction) null)).isEmpty();
        assertThat(RuleText.shown(RuleAction.mark())).isEqualTo("copy");
        assertThat(RuleText.shown(RuleAction.set("a", 1).andRemove("b"))).isEqualTo("a=1, unset b");
    }

    @Test
    @DisplayName("says what is wrong with it")
    void shouldRefuse() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new RuleText("x = 1", List.of("a=b"), List.of(), List.of(), false).rule("r"))
                .withMessageContaining("not both");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> matching("a").rule("r"))
                .withMessageContaining("'a' is not NAME=VALUE");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> matching("a:int=x").rule("r"))
                .withMessageContaining("'x' is no int");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> matching("a:colour=x").rule("r"))
                .withMessageContaining("colour");
    }
}
