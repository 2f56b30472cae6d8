package dev.restante.store.jdbc.hsqldb.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("the log that a rescue writes")
final class LogRescueTest {

    private static final List<String> TRANSACTIONS = List.of(
            "/*C1*/SET SCHEMA PUBLIC\nINSERT INTO A VALUES(1)\nCOMMIT\n",
            "INSERT INTO A VALUES(2)\nINSERT INTO A VALUES(3)\nCOMMIT\n",
            "INSERT INTO A VALUES(4)\nCOMMIT\n");

    @TempDir
    Path folder;

    @Test
    @DisplayName("the log omits a transaction that cannot be repeated, and the result reports its bytes")
    void shouldTellWhatIsLeftOut() throws IOException {
        Path from = folder.resolve("damaged.log");
        Path to = folder.resolve("rescued.log");
        Files.writeString(from, String.join("", TRANSACTIONS));

        LogRescue.LogRescueResult result = LogRescue.rescue(from, to, Set.of(1));

        assertThat(Files.readString(to))
                .contains("VALUES(1)", "VALUES(4)")
                .doesNotContain("VALUES(2)")
                .doesNotContain("VALUES(3)");
        assertThat(result.gaps()).singleElement().satisfies(gap -> {
            assertThat(gap.from()).isEqualTo(TRANSACTIONS.get(0).length());
            assertThat(gap.to() - gap.from()).isEqualTo(TRANSACTIONS.get(1).length());
            assertThat(gap.statements()).isEqualTo(2);
            assertThat(gap.transactions()).isOne();
        });
    }
}
