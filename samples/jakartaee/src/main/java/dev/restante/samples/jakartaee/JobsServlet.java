package dev.restante.samples.jakartaee;

import jakarta.inject.Inject;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;

/**
 * Servlet through which HTTP clients offer a job, take the next job or read the results of a job.
 * {@code POST /jobs?job=door&trade=painter&seconds=5} offers a job for 5 s. {@code POST /jobs/next} takes a job and
 * returns its text. {@code GET /jobs?job=door} returns the results.
 */
@WebServlet({"/jobs", "/jobs/next"})
public class JobsServlet extends HttpServlet {

    private static final long serialVersionUID = 1L;

    @Inject
    private transient JobOffers jobOffers;

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
        if (request.getServletPath().endsWith("/next")) {
            String job = jobOffers.take();
            response.getWriter().println(job == null ? "none" : job);
        } else {
            long seconds = Long.parseLong(request.getParameter("seconds"));
            jobOffers.offer(request.getParameter("job"), request.getParameter("trade"), Duration.ofSeconds(seconds));
        }
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        PrintWriter out = response.getWriter();
        jobOffers.of(request.getParameter("job")).forEach(out::println);
    }
}
