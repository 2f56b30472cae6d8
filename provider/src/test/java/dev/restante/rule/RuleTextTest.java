package dev.restante.rule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("the text of a rule")
class RuleTextTest {

    private static RuleText matching(String... matches) {
        return new RuleText(null, List.of(matches), List.of(), List.of(), false);
    }

    @Test
    @DisplayName("the text of a rule is read as it was written, with the types of all values")
    void shouldReadWhatItWrites() {
        RuleFilter filter = RuleFilter.correlation("JMSType", "a=b:c")
                .and("n", 7)
                .and("l", 7L)
                .and("b", (byte) 1)
                .and("s", (short) 2)
                .and("f", 1.5f)
                .and("d", 2.5)
                .and("t", true);
        RuleAction action = RuleAction.set("size", 3).andRemove("colour");
        for (SubscriptionRule rule : List.of(
                new SubscriptionRule("all", RuleFilter.matchAll()),
                new SubscriptionRule("selected", RuleFilter.selector("x > 1"), RuleAction.markOnly()),
                new SubscriptionRule("correlated", filter, action))) {
            assertThat(RuleText.of(rule).rule(rule.name())).isEqualTo(rule);
        }
        assertThat(RuleText.of(new SubscriptionRule("r", filter, action)).conditions())
                .contains("JMSType=a=b:c", "n:int=7", "t:boolean=true");
    }

    @Test
    @DisplayName("a rule is displayed without types")
    void shouldShow() {
        assertThat(RuleText.display(RuleFilter.matchAll())).isEqualTo("everything");
        assertThat(RuleText.display(RuleFilter.selector("x = 1"))).isEqualTo("x = 1");
        assertThat(RuleText.display(RuleFilter.correlation("n", 7))).isEqualTo("n=7");
        assertThat(RuleText.display((RuleAction) null)).isEmpty();
        assertThat(RuleText.display(RuleAction.markOnly())).isEqualTo("copy");
        assertThat(RuleText.display(RuleAction.set("a", 1).andRemove("b"))).isEqualTo("a=1, unset b");
    }

    @Test
    @DisplayName("the error for an invalid rule names the fault")
    void shouldRefuse() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new RuleText("x = 1", List.of("a=b"), List.of(), List.of(), false).rule("r"))
                .withMessageContaining("not both");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> matching("a").rule("r"))
                .withMessageContaining("'a' does not have the form NAME=VALUE");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> matching("a:int=x").rule("r"))
                .withMessageContaining("'x' is not a valid int");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> matching("a:colour=x").rule("r"))
                .withMessageContaining("colour");
    }
}
