package dev.restante.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Plots of the console")
abstract class ConsoleHistoryContract extends CommandLineContract {

    private ConsoleRun console;

    @BeforeEach
    void start() throws Exception {
        prompt.ok("queue", "create", "orders");
        console = ConsoleRun.start(url());
    }

    @AfterEach
    void end() throws Exception {
        console.close();
    }

    @Test
    @DisplayName("plots show the recorded hour or day, and describe it in words")
    void shouldPlot() throws Exception {
        long firstMinute = minute();
        try (Connection connection = database()) {
            RecordedHistory.write(
                    connection,
                    List.of(new RecordedHistory.QueueHistory("orders", i -> i % 60, i -> 120, i -> i == 59 ? 0 : 60)));
        }
        String hour = console.page("/entity?name=orders");
        long endedMinutes = minute() - firstMinute;
        assertThat(hour)
                .contains("aria-label=\"Messages: 59, at most 59\"")
                .contains("aria-label=\"Rates, in: 2, at most 2, out: 0, at most 1 per second\"")
                .contains("aria-label=\"Processing time: unknown, at most 0.706 seconds (approximate)\"")
                .contains("Show one day in steps of five minutes");
        String day = console.page("/entity?name=orders&scale=day");
        assertThat(day).contains("aria-label=\"Messages: 47, at most 59\"", "Show one hour by the minute");
        assertThat(console.page("/"))
                .contains("aria-label=\"Messages of orders: 59, at most 59\"", "class=\"sparkline\"");
        assertThat(console.page("/"))
                .as("rates of the newest minute")
                .containsPattern("<td class=\"number\">2</td><td class=\"number\">0</td><td><svg");
        assertThat(console.page("/api/entities")).contains("\"sentPerSecond\":2.0", "\"completedPerSecond\":0.0");
        // A gap in the line is a move command in place of a line command. The page drops the oldest minute of the
        // history for each minute that ends before the console renders the page.
        String line = hour.replaceAll("(?s).*class=\"axis\".*?<path d=\"([^\"]*)\" class=\"first-line\".*", "$1");
        assertThat(line.chars().filter(step -> step == 'L').count()).isBetween(57L - endedMinutes, 59L);
    }

    private static long minute() {
        return TimeUnit.MILLISECONDS.toMinutes(System.currentTimeMillis());
    }

    @Test
    @DisplayName("the first view of a plot asks the nodes to record a history")
    void shouldRequestHistory() throws Exception {
        assertThat(historyRequests()).isZero();
        assertThat(console.page("/entity?name=orders")).contains("No history is recorded yet");
        console.page("/");
        assertThat(historyRequests()).isEqualTo(1);
    }

    private int historyRequests() throws Exception {
        try (Connection connection = database();
                Statement statement = connection.createStatement();
                ResultSet rows =
                        statement.executeQuery("SELECT COUNT(*) FROM restante_history WHERE interval_minutes = 0")) {
            rows.next();
            return rows.getInt(1);
        }
    }
}
