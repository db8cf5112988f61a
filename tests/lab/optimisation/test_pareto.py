"""Which points are best, on points whose answer is seen at once."""

import numpy as np

from jounce.lab.optimisation.pareto import choose, compromise, crowding, ranks


def test_fronts_are_peeled_off_one_after_another():
    goals = np.array([[1.0, 4.0], [2.0, 2.0], [4.0, 1.0], [2.0, 4.0], [3.0, 3.0], [5.0, 5.0]])
    assert ranks(goals, np.zeros(6)).tolist() == [0, 0, 0, 1, 1, 2]


def test_equal_points_do_not_dominate_each_other():
    assert ranks(np.array([[1.0, 1.0], [1.0, 1.0]]), np.zeros(2)).tolist() == [0, 0]


def test_conditions_come_before_goals():
    goals = np.array([[0.0, 0.0], [9.0, 9.0], [1.0, 1.0]])
    assert ranks(goals, np.array([1, 0, 2])).tolist() == [1, 0, 2]


def test_points_far_from_their_neighbours_are_kept():
    goals = np.array([[0.0, 10.0], [1.0, 9.0], [1.1, 8.9], [5.0, 5.0], [10.0, 0.0]])
    distance = crowding(goals)
    assert np.isinf(distance[[0, 4]]).all()
    assert distance[3] > distance[1]
    assert distance[3] > distance[2]
    assert set(choose(goals, np.zeros(5), 3).tolist()) == {0, 3, 4}


def test_the_compromise_is_nearest_to_the_best_of_both():
    goals = np.array([[0.0, 100.0], [0.2, 20.0], [1.0, 0.0]])
    assert compromise(goals) == 1
