package dev.restante.samples.sliced;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Service;

/** A service that needs a database. */
@Service
public class Storeroom {

    Storeroom(JdbcTemplate rows) {
        rows.execute("SELECT 1");
    }
}
